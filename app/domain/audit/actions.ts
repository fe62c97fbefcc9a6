/** Every action that the audit log can hold, area by area; each has its words under `audit:action`. */
export const AUDIT_ACTIONS = [
  'verification.start',
  'verification.approve',
  'verification.reject',
  'verification.request-info',
  'verification.resubmit',
  'organization.create',
  'organization.setup',
  'organization.submit',
  'organization.edit',
  'organization.activate',
  'organization.suspend',
  'organization.reactivate',
  'organization.archive',
  'document.add',
  'document.remove',
  'document.verify',
  'document.reject',
  'document.infected',
  'document.read',
  'invite.create',
  'invite.send',
  'invite.edit',
  'invite.resend',
  'invite.replace',
  'invite.redeem',
  'invite.delete',
  'invite.deleteMatching',
  'user.create',
  'user.change',
  'user.join',
  'user.activate',
  'user.invite',
  'user.role',
  'user.deactivate',
  'user.reactivate',
  'user.suspend',
  'user.restore',
  'user.showPhone',
  'user.phone',
  'user.settings',
  'user.notifications',
  'session.signIn',
  'session.signInFailed',
  'session.signOut',
  'session.end',
  'session.endOthers',
  'session.endAll',
  'session.prove',
  'passkey.add',
  'passkey.remove',
  'passkey.refuse',
  'device.forget',
  'device.forgetOthers',
  'recovery.file',
  'recovery.decline',
  'recovery.propose',
  'recovery.agree',
  'recovery.cancel',
  'list.export',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** What an act can be on; `invites` are those of one filter, `list` is what an export was taken of. */
export const OBJECT_TYPES = [
  'verification',
  'organization',
  'document',
  'invite',
  'invites',
  'user',
  'session',
  'passkey',
  'device',
  'recoveryRequest',
  'list',
] as const
export type ObjectType = (typeof OBJECT_TYPES)[number]

export const isAuditAction = (action: string): action is AuditAction => AUDIT_ACTIONS.some((known) => known === action)

/** The first part of an act. */
export const AREAS = [
  'verification',
  'organization',
  'document',
  'invite',
  'user',
  'session',
  'passkey',
  'device',
  'recovery',
  'list',
] as const
export type Area = (typeof AREAS)[number]

export const auditActionsOf = (areas: readonly Area[]): AuditAction[] =>
  AUDIT_ACTIONS.filter((action) => areas.some((area) => action.startsWith(`${area}.`)))
