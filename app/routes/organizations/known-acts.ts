/** The acts on an organization, its documents and its verifications that have words of their own. */
const KNOWN_ACTS = [
  'organization.create',
  'organization.setup',
  'organization.submit',
  'organization.edit',
  'organization.activate',
  'organization.suspend',
  'organization.reactivate',
  'organization.archive',
  'document.verify',
  'document.reject',
  'document.add',
  'document.remove',
  'verification.start',
  'verification.approve',
  'verification.reject',
  'verification.request-info',
  'verification.resubmit',
] as const
export type KnownAct = (typeof KNOWN_ACTS)[number]

export const isKnownAct = (act: string): act is KnownAct => KNOWN_ACTS.some((known) => known === act)
