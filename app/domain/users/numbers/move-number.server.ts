import { href } from '../../../addresses'
import type { Queries } from '../../../db/engine/database'
import { redirectQueued } from '../../../db/messages/messages'
import type { RecoveryRow } from '../../../db/users/recovery'
import { changeUser, type KnownUser } from '../../../db/users/user-changes'
import { formatExactTime } from '../../../i18n/format'
import { translate } from '../../../i18n/texts.server'
import type { Services } from '../../../services.server'
import type { Actor } from '../../access'
import { recordAudit } from '../../audit/audit.server'
import { signOutEverywhere } from '../../sessions/sign-out-everywhere.server'
import { NUMBER_WARNING } from '../../messages/by-sms.server'
import { codeChannels, phoneChannel } from '../../messages/channels'
import { CODE_MESSAGE } from '../../messages/code-message.server'
import { enqueueMessage } from '../../messages/enqueue.server'
import { keyedHash } from '../../sealing.server'
import { maskedPhone } from '../../phones/masked-phone'
import { changesAt } from '../recovery/recovery-actions'

/** The purpose of the key in the link that keeps the old number. */
export const KEEP_NUMBER = 'keep-number'
const NUMBER_NEWS = 'phone_changed'
/** Messages for whoever has the number: they are not redirected. */
const FOR_THE_NUMBER = [CODE_MESSAGE, NUMBER_WARNING, NUMBER_NEWS]

type Needs = Pick<Services, 'env' | 'now'>
type Numbers = Pick<RecoveryRow, 'id' | 'oldPhone' | 'newPhone'>

/**
 * Gives a locked user the new number: ends their sessions, redirects waiting messages, notifies both numbers and records the change.
 * Rejects when the number is taken.
 */
export async function moveNumber(
  tx: Queries,
  services: Needs,
  {
    user,
    request,
    actor,
    people = {},
    requestId,
  }: {
    user: KnownUser
    request: Numbers
    actor: Pick<Actor, 'id' | 'role'> | null
    /** Who proposed and agreed, when the clock makes the change. */
    people?: Partial<Record<'proposedBy' | 'agreedBy', string>>
    requestId: string
  },
): Promise<void> {
  const at = services.now()
  if ((await changeUser(tx, user, { phone: request.newPhone })) === null) throw new Error('A locked user changed')
  await signOutEverywhere(tx, user.id, at)
  await redirectQueued(tx, { from: request.oldPhone, to: request.newPhone, except: FOR_THE_NUMBER })
  const told = { channel: phoneChannel(services.env), kind: NUMBER_NEWS, language: user.language }
  for (const [to, key] of [
    [request.oldPhone, 'users:message.phoneMoved'],
    [request.newPhone, 'users:message.phoneNew'],
  ] as const)
    await enqueueMessage(tx, services, { ...told, to, text: translate(user.language, { key }) })
  await recordAudit(tx, {
    at,
    actor,
    action: 'user.phone',
    objectType: 'user',
    objectId: user.id,
    before: { phone: maskedPhone(request.oldPhone) },
    after: { phone: maskedPhone(request.newPhone), ...people },
    requestId,
  })
}

/** Warns a superadmin's old number that it is about to change, with the link that keeps it, on every phone channel. */
export async function warnOldNumber(
  tx: Queries,
  services: Needs,
  { user, request }: { user: KnownUser; request: Numbers },
): Promise<void> {
  const link = new URL(href('/keep-number'), services.env.publicOrigin)
  link.searchParams.set('request', request.id)
  link.searchParams.set('key', keyedHash(services.env.sessionSecrets[0], KEEP_NUMBER, [request.id]))
  const at = changesAt(services.now())
  const values = {
    at: formatExactTime(at, user.language, user.timeZone),
    phone: maskedPhone(request.newPhone),
    link: link.href,
  }
  const text = translate(user.language, { key: 'users:message.phoneWillMove', values })
  // Useless once the number has changed, so a late first attempt must not give it a full day.
  const expiresAt = new Date(at.getTime() - 1)
  const warning = { kind: NUMBER_WARNING, to: request.oldPhone, language: user.language, text, expiresAt }
  for (const channel of codeChannels(services.env)) await enqueueMessage(tx, services, { ...warning, channel })
}
