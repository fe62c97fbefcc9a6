import type { Queries } from '../../db/engine/database'
import { findUser, findUserOfPhone, insertInvited } from '../../db/users/user-changes'
import { translate } from '../../i18n/texts.server'
import type { Services } from '../../services.server'
import type { Language, Role } from '../../vocabulary'
import { recordAudit } from '../audit/audit.server'
import { lacksProof, type Dated } from '../fresh-proof'
import { timeZoneOf } from '../join/draft.server'
import { consumeInviteLimits } from '../limits/limits.server'
import { phoneChannel } from '../messages/channels'
import { enqueueMessage } from '../messages/enqueue.server'
import { wakeOutbox } from '../messages/outbox.server'
import { signInLink } from '../messages/sign-in-link.server'
import { searchKey } from '../names/search-key.server'
import { conflict, done, forbidden, type Outcome } from '../outcome'
import { CREATED_ID, applyOnce, type SentBefore } from '../sent-form.server'
import { countryOfPhone } from '../phones/phone.server'
import { rolesToInvite } from './user-actions'
import type { InviteUserInput } from './invite-input.server'

type InvitedUser = { id: string }
type InviteUserConflict = { because: 'phoneTaken' } | { because: 'limit'; waitMs: number } | SentBefore<InvitedUser>

/**
 * Creates an invited staff user, who becomes active at the first sign-in, and sends the invitation. Refusals: `forbidden` by role or
 * without fresh proof; `conflict` when the phone is taken, the daily limit is reached, or the form created a user before.
 */
export async function inviteUser(
  services: Services,
  permit: Dated<'users.invite'>,
  input: InviteUserInput,
  requestId: string,
): Promise<Outcome<InvitedUser, InviteUserConflict>> {
  const { actor } = permit
  const { id, username, phone, role, language } = input
  if (!rolesToInvite(actor).includes(role) || lacksProof(permit, 'user.invite', role)) return forbidden
  const at = services.now()
  const form = { id, userId: actor.id, content: { act: 'user.invite', input }, answer: CREATED_ID }
  const invite = async (tx: Queries): Promise<Outcome<InvitedUser, InviteUserConflict>> => {
    const taken = async () =>
      conflict<InviteUserConflict>(
        (await findUser(tx, id)) ? { because: 'sent', answer: { id } } : { because: 'phoneTaken' },
      )
    // Checked before counting, since nothing is sent to a taken number; the insert checks again.
    if (await findUserOfPhone(tx, phone)) return taken()
    const waitMs = await consumeInviteLimits(tx, services, { senderId: actor.id, recipient: phone })
    if (waitMs > 0) return conflict({ because: 'limit', waitMs })
    const isNew = await insertInvited(tx, {
      id,
      username,
      searchKey: searchKey(username),
      phone,
      role,
      language,
      timeZone: timeZoneOf(countryOfPhone(phone)),
      createdAt: at,
    })
    if (!isNew) return taken()
    await enqueueStaffInvitation(tx, services, { phone, role, language })
    await recordAudit(tx, {
      at,
      actor,
      action: 'user.invite',
      objectType: 'user',
      objectId: id,
      after: { status: 'invited', role },
      requestId,
    })
    return done({ id })
  }
  const outcome = await services.db.transaction((tx) => applyOnce(tx, services, form, () => invite(tx)))
  if (outcome.kind === 'done') wakeOutbox(services)
  return outcome
}

/** The kind of the message that invites to the console. */
export const INVITATION = 'user_invited'

/** Queues the message with the role and the sign-in link. */
export const enqueueStaffInvitation = (
  tx: Queries,
  services: Pick<Services, 'env' | 'now'>,
  { phone, role, language }: { phone: string; role: Role; language: Language },
): Promise<void> =>
  enqueueMessage(tx, services, {
    channel: phoneChannel(services.env),
    kind: INVITATION,
    to: phone,
    text: translate(language, {
      key: 'users:message.invited',
      values: {
        role: translate(language, { key: `common:role.${role}` }),
        link: signInLink(services, language),
      },
    }),
    language,
  })
