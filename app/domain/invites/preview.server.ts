import { z } from 'zod'
import { findJoinable } from '../../db/invites/invite-detail'
import type { Services } from '../../services.server'
import { LANGUAGES } from '../../vocabulary'
import type { Permit } from '../access'
import { isInviteId } from './input'
import { writeInvitation } from './invite-message.server'
import { mayCreate, rolesToGive, typesToCreate } from '../invite-codes/invite-rules'
import { CUSTOM_MESSAGE_MAX_LENGTH } from './new-invite'

const typed = z.string().catch('')

/** What is filled in so far; anything not there yet is left out of the words. */
export const messageDraft = z.object({
  type: typed,
  role: typed,
  organizationId: typed,
  language: typed,
  customMessage: typed,
})

export type Draft = z.output<typeof messageDraft>

/** What the recipient would read, with a placeholder for the code. */
export async function previewInvitation(services: Services, { actor }: Permit<'invites.create'>, draft: Draft) {
  const type = typesToCreate(actor).find((known) => known === draft.type) ?? typesToCreate(actor)[0]
  if (type === undefined) return null
  const isIntoOrganization = type === 'invite_to_organization' && mayCreate(actor, type, null)
  const organization =
    isIntoOrganization && isInviteId(draft.organizationId)
      ? await findJoinable(services.db, draft.organizationId)
      : null
  return writeInvitation(services, LANGUAGES.find((known) => known === draft.language) ?? actor.language, {
    type,
    role: type === 'invite_to_user' ? (rolesToGive(actor).find((known) => known === draft.role) ?? null) : null,
    organizationName: isIntoOrganization ? (organization?.name ?? '…') : null,
    inviter: actor.username,
    customMessage: draft.customMessage.trim().slice(0, CUSTOM_MESSAGE_MAX_LENGTH) || null,
    code: null,
    expiresAt: null,
    timeZone: actor.timeZone,
  })
}
