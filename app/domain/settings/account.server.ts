import { lockKeys } from '../../db/limits'
import {
  changeOwnAccount,
  findOwnAccount,
  replaceNotificationChoices,
  listNotificationChoices,
  type OwnAccount,
} from '../../db/settings'
import type { Services } from '../../services.server'
import type { NotificationChoice } from '../../vocabulary'
import type { Permit } from '../access'
import { recordAudit } from '../audit/audit.server'
import { maskValue } from '../audit/hidden'
import {
  choiceName,
  choicesFrom,
  symmetricDifference,
  eventsFor,
  effectiveChannels,
} from '../messages/notification-choices'
import { conflict, done, missing, unchanged, type Outcome } from '../outcome'
import { searchKey } from '../names/search-key.server'
import { maskedPhone } from '../phones/masked-phone'
import type { AccountInput, DisplayInput, NotificationsInput } from './input'

type Own = Permit<'settings.own'>

/** The signed-in person's own account with the phone masked; throws when the user does not exist. */
export async function readOwnAccount({ db }: Pick<Services, 'db'>, { actor }: Own) {
  const account = await findOwnAccount(db, actor.id)
  if (!account) throw new Error('An actor without an account')
  return { ...account, phone: maskedPhone(actor.phone), role: actor.role }
}

type Saving = {
  version: number
  /** Whether the form undoes no setting that changed since `version`; when left out, it might. */
  isOnto?: (now: OwnAccount) => boolean
  requestId: string
}

/** Saves one form of the settings. `conflict` with the current account when its fields changed in another window. */
export async function saveOwnAccount(
  services: Services,
  { actor }: Own,
  input: AccountInput | DisplayInput,
  { version, isOnto, requestId }: Saving,
): Promise<Outcome<void, OwnAccount>> {
  return services.db.transaction(async (tx): Promise<Outcome<void, OwnAccount>> => {
    await lockKeys(tx, [`settings ${actor.id}`])
    const before = await findOwnAccount(tx, actor.id)
    if (!before) return missing
    const changed = Object.entries(input).filter(([name, value]) => before[name as keyof OwnAccount] !== value)
    if (changed.length === 0) return unchanged
    const change = 'username' in input ? { ...input, searchKey: searchKey(input.username) } : input
    const drawn = isOnto?.(before) ? before.version : version
    if (!(await changeOwnAccount(tx, actor.id, drawn, change))) return conflict(before)
    const names = changed.map(([name]) => name)
    await recordAudit(tx, {
      at: services.now(),
      actor,
      action: 'user.settings',
      objectType: 'user',
      objectId: actor.id,
      before: auditFields(before, names),
      after: auditFields(input, names),
      requestId,
    })
    return done(undefined)
  })
}

/** The audit log holds no e-mail addresses, only that one changed. */
function auditFields(account: Partial<OwnAccount>, names: string[]): Record<string, unknown> {
  const shown = 'email' in account ? { ...account, email: maskValue(account.email) } : account
  return Object.fromEntries(names.map((name) => [name, shown[name as keyof OwnAccount]]))
}

/** The events of which the actor may be notified, and on which available channels; `seen` names the stored choices. */
export async function readOwnChoices({ db, env }: Pick<Services, 'db' | 'env'>, { actor }: Permit<'settings.staff'>) {
  const events = eventsFor(actor)
  const choices = symmetricDifference(await listNotificationChoices(db, actor.id)).filter(({ event }) =>
    events.includes(event),
  )
  const shown = events.flatMap((event) => {
    const chosen = choices.filter((one) => one.event === event).map(({ channel }) => channel)
    return effectiveChannels(env, chosen).map((channel) => ({ event, channel }))
  })
  return { events, choices: shown, seen: namesOf(choices).join(' ') }
}

/**
 * Saves the actor's choices for the events of which they may be notified; a repeat is `unchanged`. `conflict` when the stored choices are
 * no longer those that the form has `seen`.
 */
export async function saveOwnChoices(
  services: Services,
  { actor }: Permit<'settings.staff'>,
  { choice, seen }: NotificationsInput,
  { requestId }: { requestId: string },
): Promise<Outcome<void, { seen: string }>> {
  return services.db.transaction(async (tx): Promise<Outcome<void, { seen: string }>> => {
    await lockKeys(tx, [`notification choices ${actor.id}`])
    const stored = symmetricDifference(await listNotificationChoices(tx, actor.id))
    const isOffered = ({ event }: NotificationChoice) => eventsFor(actor).includes(event)
    const ticked = choicesFrom(services.env, choice.filter(isOffered), stored)
    const wanted = [...ticked, ...stored.filter((one) => !isOffered(one))]
    const [before, after] = [namesOf(stored), namesOf(wanted)]
    if (before.join() === after.join()) return unchanged
    const now = namesOf(stored.filter(isOffered)).join(' ')
    if (seen !== undefined && seen !== now) return conflict({ seen: now })
    await replaceNotificationChoices(tx, actor.id, symmetricDifference(wanted))
    await recordAudit(tx, {
      at: services.now(),
      actor,
      action: 'user.notifications',
      objectType: 'user',
      objectId: actor.id,
      before: { notifications: before },
      after: { notifications: after },
      requestId,
    })
    return done(undefined)
  })
}

const namesOf = (choices: readonly NotificationChoice[]): string[] => choices.map(choiceName).toSorted()
