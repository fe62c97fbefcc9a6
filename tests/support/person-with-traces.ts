import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '../../app/db/engine/database'
import { drafts, formerDrafts, sentForms } from '../../app/db/schema/drafts'
import { redemptions } from '../../app/db/schema/invites'
import { messages, notificationChoices } from '../../app/db/schema/messages'
import { inboxEntries } from '../../app/db/schema/notes'
import { dataRequests } from '../../app/db/schema/personal-data'
import { presence } from '../../app/db/schema/reviews'
import { passkeys, signInCodes, trustedDevices } from '../../app/db/schema/sign-in'
import { recoveryRequests, users } from '../../app/db/schema/users'
import { savedViews } from '../../app/db/schema/views'
import { grant, type Ability, type Actor } from '../../app/domain/access'
import { withRequestInfo } from '../../app/domain/audit/request-info.server'
import { dateProof, type Fresh } from '../../app/domain/fresh-proof'
import { enqueueMessage } from '../../app/domain/messages/enqueue.server'
import { addNote } from '../../app/domain/notes/notes.server'
import { saveOwnAccount } from '../../app/domain/settings/account.server'
import { openSession } from '../../app/domain/sessions/sessions.server'
import { maskedPhone } from '../../app/domain/phones/masked-phone'
import { applyUserAction } from '../../app/domain/users/change-user.server'
import { decideOnData } from '../../app/domain/users/personal-data/data-requests.server'
import type { DataRequestKind } from '../../app/vocabulary'
import { emptyTables } from './database'
import { addInvite } from './invites'
import { testServices, type TestServices } from './services'
import { organization, staff, verification } from './verifications'
import { DAY_MS } from '../../app/durations'

export const NAME = 'Гүлнар Сейтқали'
/** The current name of the person. */
export const PRESENT_NAME = 'Гүлнар (Омарова)'
export const PHONE = '+77015550077'
export const EARLIER_PHONE = '+77015550011'
export const FIRST_PHONE = '+77015550010'
export const EMAIL = 'Gulnar@Home.example'
export const ADDRESS = '198.51.100.7'
/** The whole mask, because its last digits alone may occur in any id or hash. */
export const MASKED_PHONE = maskedPhone(PHONE)
export const FORMER_NAME = 'Асель Ким'
export const FORMER_PHONE = '+77015550092'

type Cast = { services: TestServices; person: Actor; first: Actor; second: Actor }

/** A manager who is to leave, and two superadmins, in an empty console. */
export async function personWithSuperadmins(db: Database): Promise<Cast> {
  await emptyTables(db)
  const services = await testServices()
  const first = await staff(db, 'superadmin', 'Ержан Төлеген')
  const second = await staff(db, 'superadmin', '王建国')
  const person = await staff(db, 'manager', NAME)
  await db.update(users).set({ phone: PHONE, email: EMAIL }).where(eq(users.id, person.id))
  return { services, first, second, person: { ...person, phone: PHONE } }
}

export const request = () => ({ requestId: randomUUID() })

/** What the person of the test leaves behind, and what the superadmins do with it. */
export function personWithTraces(db: Database, test: () => Cast) {
  const given = <Asked extends Ability>(actor: Actor, ability: Asked) => {
    const fresh = grant({ ...actor, provenAt: test().services.now() }, ability)
    if (!fresh) throw new Error(`${actor.role} may not`)
    return dateProof(fresh, test().services.now()) as Fresh<Asked>
  }
  const suspend = (who = test().person) =>
    db
      .select({ version: users.version })
      .from(users)
      .where(eq(users.id, who.id))
      .then(([row]) =>
        applyUserAction(test().services, given(test().first, 'users.read'), 'suspend', {
          id: who.id,
          version: row?.version ?? 0,
          reason: `${NAME} left the company`,
          ...request(),
        }),
      )
  const proposalOf = async (kind: DataRequestKind, id = test().person.id) =>
    (await db.select().from(dataRequests).where(eq(dataRequests.userId, id))).find((row) => row.kind === kind)?.id ?? ''
  const propose = (actor = test().first, kind: DataRequestKind = 'erase', id = test().person.id) =>
    decideOnData(
      test().services,
      given(actor, 'users.data'),
      { intent: 'propose', reason: `${NAME} asked for it` },
      { kind, id, ...request() },
    )
  const press = async (
    actor: Actor,
    intent: 'agree' | 'return' | 'withdraw' = 'agree',
    kind: DataRequestKind = 'erase',
    proposal?: string,
  ) =>
    decideOnData(
      test().services,
      given(actor, 'users.data'),
      { intent, proposal: proposal ?? (await proposalOf(kind)) },
      { kind, id: test().person.id, ...request() },
    )
  const stored = async (id = test().person.id) => (await db.select().from(users).where(eq(users.id, id)))[0]
  const erase = async () => {
    await suspend()
    await propose()
    return press(test().second)
  }

  /** Adds data that belong to one person alone. */
  async function plantOwn({ id, phone }: Actor, name: string, email: string, verificationId: string): Promise<void> {
    const { services } = test()
    const at = services.now()
    await openSession(db, services, id, { deviceId: 'd', userAgent: `${name}'s browser`, address: ADDRESS })
    const own = { userId: id }
    await db
      .insert(trustedDevices)
      .values({ ...own, tokenHash: `hash of ${id}`, userAgent: `${name} phone`, createdAt: at, lastUsedAt: at })
    await db.insert(passkeys).values({
      ...own,
      credentialId: `credential of ${id}`,
      publicKey: 'key',
      counter: 0,
      transports: [],
      name: `Key of ${name}`,
      createdAt: at,
    })
    await db.insert(signInCodes).values({ phone, channel: 'sms', codeHash: 'hash', createdAt: at, expiresAt: at })
    await db.insert(drafts).values({ ...own, form: '/x', drawing: '', fields: [['reason', email]], updatedAt: at })
    await db.insert(formerDrafts).values({ ...own, form: '/x', fields: [['reason', email]], updatedAt: at })
    await db
      .insert(sentForms)
      .values({ ...own, id: randomUUID(), contentHash: 'hash', answer: { to: phone }, sentAt: at })
    await db.insert(notificationChoices).values({ ...own, event: 'mention', channel: 'email' })
    await db
      .insert(savedViews)
      .values({ ownerId: id, name: `Queue of ${name}`, path: '/invites/', search: '', createdAt: at })
    await db.insert(presence).values({ ...own, verificationId, seenAt: at })
    await db.insert(inboxEntries).values({ ...own, kind: 'taken_over', verificationId, at })
  }

  /** Adds everything that a person can leave behind. */
  async function livedHere(): Promise<void> {
    const { services, person, first } = test()
    const at = services.now()
    const target = await organization(db)
    const application = await verification(db, { organizationId: target.id, status: 'under_review', reviewer: person })
    await plantOwn(person, NAME, EMAIL, application.id)
    const own = { userId: person.id }
    const [earlier, moved] = [new Date(at.getTime() - 2 * DAY_MS), new Date(at.getTime() - DAY_MS)]
    const numbers = [
      [FIRST_PHONE, EARLIER_PHONE, 'number_changed', earlier, earlier],
      [FIRST_PHONE, '+77015550090', 'declined', earlier, at],
      [EARLIER_PHONE, '+77015550091', null, earlier, null],
      [EARLIER_PHONE, PHONE, 'number_changed', earlier, moved],
      [PHONE, '+77015550099', null, at, null],
    ] as const
    for (const [oldPhone, newPhone, outcome, createdAt, handledAt] of numbers)
      await db
        .insert(recoveryRequests)
        .values({ name: NAME, message: 'SIM', oldPhone, newPhone, outcome, createdAt, handledAt })
    const told = [
      [EARLIER_PHONE, new Date(moved.getTime() + 1)],
      [FIRST_PHONE, earlier],
      [PHONE, at],
      [EMAIL, at],
    ] as const
    for (const [to, createdAt] of told) {
      await enqueueMessage(db, services, { channel: 'sms', kind: 'user_invited', to, text: `Hello ${NAME}` })
      await db.update(messages).set({ createdAt }).where(eq(messages.to, to))
    }
    const inviteId = await addInvite(db, {
      recipient: EMAIL.toLowerCase(),
      channel: 'email',
      language: 'kk',
      customMessage: `Dear ${NAME}`,
      notes: `for ${NAME}`,
    })
    await db.insert(redemptions).values({ ...own, inviteId, at })
    const note = (by: Actor, text: string) =>
      addNote(
        services,
        given(by, 'notes'),
        { id: randomUUID(), organizationId: target.id, verificationId: null, text, mentions: [] },
        'r',
      )
    await note(first, `@${NAME.toUpperCase()}, call them, please; @${NAME} knows`)
    await withRequestInfo({ address: ADDRESS }, () => rename(PRESENT_NAME))
    await note(first, `Thank you, @${PRESENT_NAME}!`)
    await note(person, 'Called them')
  }

  /** A former holder of the person’s number, who moved to another number. */
  async function formerHolder(): Promise<void> {
    const { services } = test()
    const createdAt = new Date(services.now().getTime() - 5 * DAY_MS)
    const handledAt = new Date(createdAt.getTime() + DAY_MS)
    const moved = { oldPhone: PHONE, newPhone: FORMER_PHONE, outcome: 'number_changed', handledAt } as const
    await db.insert(recoveryRequests).values({ ...moved, name: FORMER_NAME, message: 'SIM of Асель', createdAt })
    const told = { channel: 'sms', to: PHONE, text: `Hello ${FORMER_NAME}` } as const
    await enqueueMessage(db, services, { ...told, kind: 'of_former_holder' })
    await db.update(messages).set({ createdAt }).where(eq(messages.kind, 'of_former_holder'))
    await addInvite(db, {
      code: 'INV-0000-0000-0009',
      recipient: PHONE,
      channel: 'whatsapp',
      customMessage: `Dear ${FORMER_NAME}`,
      createdAt,
    })
  }

  const rename = async (username: string, who = test().person) =>
    saveOwnAccount(
      test().services,
      given(who, 'settings.own'),
      { username, email: EMAIL, language: 'kk', timeZone: 'Asia/Almaty' },
      { version: (await stored(who.id))?.settingsVersion ?? 0, ...request() },
    )

  return { given, suspend, proposalOf, propose, press, stored, erase, plantOwn, livedHere, formerHolder, rename }
}
