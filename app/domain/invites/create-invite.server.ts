import type { Queries } from '../../db/engine/database'
import { insertInvites, type NewInvite } from '../../db/invites/invite-changes'
import { findJoinable, selectJoinable } from '../../db/invites/invite-detail'
import type { SealedCode } from '../../db/schema/sealed-code'
import type { Services } from '../../services.server'
import type { Actor, Permit } from '../access'
import type { AuditAction } from '../audit/actions'
import { recordAudit } from '../audit/audit.server'
import { lacksProof, type Dated } from '../fresh-proof'
import { conflict, done, forbidden, type Outcome } from '../outcome'
import { MADE, applyOnce, type SentBefore } from '../sent-form.server'
import { mayCreate } from '../invite-codes/invite-rules'
import { organizationSearch } from '../organizations/organization-search'
import { endOfDay } from '../calendar'
import { roleAndOrganizationOf, type CreateInput, type InviteFor } from './new-invite'
import { sealedInviteCode } from '../invite-codes/show-code.server'
import { isUuid } from '../../vocabulary'

/** What was answered to a form that makes a code. */
export type CreatedInvite = { id: string }
/**
 * Why a code could not be made: no partner can be invited into that organization, enough was sent for a day, or this very
 * form made one before.
 */
export type CreateConflict =
  { because: 'organization' } | { because: 'limit'; waitMs: number } | SentBefore<CreatedInvite>

/** Makes a code, once for a form; `forbidden` for a type or role above one's own. */
export async function createInvite(
  services: Services,
  permit: Dated<'invites.create'>,
  input: CreateInput,
  requestId: string,
): Promise<Outcome<CreatedInvite, CreateConflict>> {
  const { actor } = permit
  const { role, organizationId } = roleAndOrganizationOf(input)
  if (!mayCreate(actor, input.type, role) || lacksProof(permit, 'invite.create', role)) return forbidden
  const invite = {
    id: input.id,
    type: input.type,
    role,
    organizationId,
    maximumUses: input.maximumUses,
    expiresAt: input.lastDay === null ? null : endOfDay(input.lastDay, actor.timeZone),
    timeZone: input.lastDay === null ? null : actor.timeZone,
    notes: input.notes,
  }
  const form = { id: input.id, userId: actor.id, content: { act: 'invite.create', input }, answer: MADE }
  return services.db.transaction((tx) =>
    applyOnce(tx, services, form, async (): Promise<Outcome<CreatedInvite, CreateConflict>> => {
      if ((await findTargetOrganization(tx, input)) === 'closed') return conflict({ because: 'organization' })
      const code = await addInvite(tx, services, actor, invite, 'invite.create', requestId)
      return code ? done({ id: input.id }) : conflict({ because: 'sent', answer: { id: input.id } })
    }),
  )
}

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

/** Adds a code with its audit entry and gives it; null when it was added before. */
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

/** What the audit log keeps of a code: neither the code itself nor whom it was sent to. */
export const auditTerms = (invite: Partial<NewInvite>) => ({
  type: invite.type,
  role: invite.role ?? undefined,
  organizationId: invite.organizationId ?? undefined,
  channel: invite.channel ?? undefined,
  maximumUses: invite.maximumUses,
  expiresAt: invite.expiresAt?.toISOString(),
})

const SHOWN = 8
const WORDS_MAX_LENGTH = 100

/** Organizations to choose from: the one chosen before, and those whose name or number meets the words. */
export async function listJoinable(
  { db }: Pick<Services, 'db'>,
  { actor }: Permit<'invites.create'>,
  { words, chosenId }: { words: string; chosenId: string },
) {
  if (!mayCreate(actor, 'invite_to_organization', null)) return []
  const search = organizationSearch(words.replaceAll('\0', '').trim().slice(0, WORDS_MAX_LENGTH), false)
  const chosen = isUuid(chosenId) ? await findJoinable(db, chosenId) : null
  const found = search ? await selectJoinable(db, search, SHOWN) : []
  return [...(chosen ? [chosen] : []), ...found.filter(({ id }) => id !== chosen?.id)]
}
