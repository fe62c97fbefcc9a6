/** The actions on an organization, its documents and its verifications that have texts of their own. */
const KNOWN_ACTIONS = [
  'organization.create',
  'organization.setup',
  'organization.submit',
  'organization.edit',
  'organization.activate',
  'organization.suspend',
  'organization.reactivate',
  'organization.archive',
  'organization.resend',
  'note.add',
  'note.edit',
  'note.pin',
  'note.unpin',
  'document.verify',
  'document.reject',
  'document.add',
  'document.remove',
  'verification.start',
  'verification.undo',
  'verification.prepare',
  'verification.return',
  'verification.release',
  'verification.take_over',
  'verification.approve',
  'verification.reject',
  'verification.request-info',
  'verification.resubmit',
] as const
export type KnownAction = (typeof KNOWN_ACTIONS)[number]

export const isKnownAction = (action: string): action is KnownAction => KNOWN_ACTIONS.some((known) => known === action)
