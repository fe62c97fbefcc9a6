import { findUser, insertInvited } from '../../db/user-changes'
import { translate } from '../../i18n/texts.server'
import type { Services } from '../../services.server'
import { recordAudit } from '../audit/audit.server'
import { lacksProof, type Dated } from '../fresh-proof'
import { timeZoneOf } from '../join/draft.server'
import { phoneChannel } from '../messages/channels'
import { enqueueMessage } from '../messages/enqueue.server'
import { wakeOutbox } from '../messages/outbox.server'
import { searchKey } from '../names/search-key.server'
import { conflict, done, forbidden, unchanged, type Outcome } from '../outcome'
import { countryOfPhone } from '../sign-in/phone.server'
import type { InviteUserInput } from './invite-input.server'
import { rolesToInvite } from './user-actions'

/**
 * Makes an invited staff user, who becomes active at the first sign-in, and sends word of it. Refusals: `forbidden` by
 * role, `unchanged` for a form sent twice, `conflict` when the phone belongs to somebody.
 */
export async function inviteUser(
  services: Services,
  permit: Dated<'users.invite'>,
  { id, username, phone, role, language }: InviteUserInput,
  requestId: string,
): Promise<Outcome<void, 'phoneTaken'>> {
  const { actor } = permit
  if (!rolesToInvite(actor).includes(role) || lacksProof(permit, 'user.invite', role)) return forbidden
  const at = services.now()
  const outcome = await services.db.transaction(async (tx): Promise<Outcome<void, 'phoneTaken'>> => {
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
    if (!isNew) return (await findUser(tx, id)) ? unchanged : conflict('phoneTaken')
    await enqueueMessage(tx, services, {
      channel: phoneChannel(services.env),
      kind: 'user_invited',
      to: phone,
      text: translate(language, {
        key: 'users:message.invited',
        values: {
          role: translate(language, { key: `common:role.${role}` }),
          link: new URL('/sign-in', services.env.publicOrigin).href,
        },
      }),
      language,
    })
    await recordAudit(tx, {
      at,
      actor,
      act: 'user.invite',
      objectType: 'user',
      objectId: id,
      after: { status: 'invited', role },
      requestId,
    })
    return done(undefined)
  })
  if (outcome.kind === 'done') wakeOutbox(services)
  return outcome
}
