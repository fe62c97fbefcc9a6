import type { Services } from '../../services.server'
import { lacksProof, type Dated } from '../fresh-proof'
import { conflict, done, forbidden, type Outcome } from '../outcome'
import { CREATED_ID, applyOnce } from '../sent-form.server'
import { mayCreate } from '../invite-codes/invite-rules'
import { endOfDay } from '../calendar'
import { roleAndOrganizationOf, type CreateInput } from './invite-input'
import { type CreatedInvite, type CreateConflict, findTargetOrganization, addInvite } from './new-code.server'

/** Creates a code, once per form; `forbidden` for a type or role above the actor's own. */
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
  const form = { id: input.id, userId: actor.id, content: { act: 'invite.create', input }, answer: CREATED_ID }
  return services.db.transaction((tx) =>
    applyOnce(tx, services, form, async (): Promise<Outcome<CreatedInvite, CreateConflict>> => {
      if ((await findTargetOrganization(tx, input)) === 'closed') return conflict({ because: 'organization' })
      const code = await addInvite(tx, services, actor, invite, 'invite.create', requestId)
      return code ? done({ id: input.id }) : conflict({ because: 'sent', answer: { id: input.id } })
    }),
  )
}
