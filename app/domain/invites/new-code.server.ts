import type { Queries } from '../../db/engine/database'
import { insertInvites, type NewInvite } from '../../db/invites/invite-changes'
import { findJoinable } from '../../db/invites/invite-detail'
import type { SealedCode } from '../../db/schema/sealed-code'
import type { Services } from '../../services.server'
import type { Actor } from '../access'
import type { AuditAction } from '../../audit-actions'
import { recordAudit } from '../audit/audit.server'
import type { SentBefore } from '../sent-form.server'
import { roleAndOrganizationOf, type InviteFor } from './invite-input'
import { sealedInviteCode } from '../invite-codes/show-code.server'

/** The answer to a form that creates a code. */
export type CreatedInvite = { id: string }
/**
 * Why a code could not be created: no partner can be invited into that organization, the daily sending limit is reached, or this very form
 * created one before.
 */
export type CreateConflict =
  { because: 'organization' } | { because: 'limit'; waitMs: number } | SentBefore<CreatedInvite>

/** The name of the organization that a new code leads to, null when it leads to none, `closed` when nobody can join it. */
export async function findTargetOrganization(
  db: Queries,
  target: InviteFor,
): Promise<{ name: string | null } | 'closed'> {
  const { organizationId } = roleAndOrganizationOf(target)
  if (organizationId === null) return { name: null }
  const organization = await findJoinable(db, organizationId)
  return organization ? { name: organization.name } : 'closed'
}

/** Adds a code with its audit entry and returns it; null when it was added before. */
export async function addInvite(
  tx: Queries,
  services: Pick<Services, 'now'>,
  actor: Actor,
  invite: Omit<NewInvite, 'code' | 'createdAt' | 'createdBy'> & { id: string },
  action: AuditAction,
  requestId: string,
): Promise<SealedCode | null> {
  const at = services.now()
  const code = sealedInviteCode()
  const added = await insertInvites(tx, [{ ...invite, code, createdBy: actor.id, createdAt: at }])
  if (added.length === 0) return null
  await recordAudit(tx, {
    at,
    actor,
    action,
    objectType: 'invite',
    objectId: invite.id,
    after: auditTerms(invite),
    requestId,
  })
  return code
}

/** What the audit log keeps of a code: neither the code itself nor its recipient. */
export const auditTerms = (invite: Partial<NewInvite>) => ({
  type: invite.type,
  role: invite.role ?? undefined,
  organizationId: invite.organizationId ?? undefined,
  channel: invite.channel ?? undefined,
  maximumUses: invite.maximumUses,
  expiresAt: invite.expiresAt?.toISOString(),
})
