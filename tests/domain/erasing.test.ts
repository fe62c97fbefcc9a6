import { randomUUID } from 'node:crypto'
import { asc, eq, getTableName, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../app/db/schema/audit'
import { drafts, formerDrafts, sentForms } from '../../app/db/schema/drafts'
import { invites, redemptions } from '../../app/db/schema/invites'
import { messages, notificationChoices } from '../../app/db/schema/messages'
import { inboxEntries, notes } from '../../app/db/schema/notes'
import { organizations } from '../../app/db/schema/organizations'
import { dataRequests, legalHolds, personKeys } from '../../app/db/schema/personal-data'
import { presence } from '../../app/db/schema/reviews'
import { sessions } from '../../app/db/schema/sessions'
import { passkeys, signInCodes, trustedDevices } from '../../app/db/schema/sign-in'
import { recoveryRequests, users } from '../../app/db/schema/users'
import { savedViews } from '../../app/db/schema/views'
import { grant, type Ability, type Actor } from '../../app/domain/access'
import { auditList } from '../../app/domain/audit/audit-list'
import { checkChain } from '../../app/domain/audit/check-chain.server'
import { listAudit } from '../../app/domain/audit/list-audit.server'
import { withRequestInfo } from '../../app/domain/audit/request-info.server'
import { dateProof, type Fresh } from '../../app/domain/fresh-proof'
import { enqueueMessage } from '../../app/domain/messages/enqueue.server'
import { addNote } from '../../app/domain/notes/notes.server'
import { saveOwnAccount } from '../../app/domain/settings/account.server'
import { openSession } from '../../app/domain/sessions/sessions.server'
import { maskedPhone } from '../../app/domain/phones/masked-phone'
import { tidyUp } from '../../app/domain/tidy-up.server'
import { makeStaff } from '../../app/domain/users/operator.server'
import { changeUserBy } from '../../app/domain/users/change-user.server'
import { decideOnData, findDataRequests } from '../../app/domain/users/personal-data/data-requests.server'
import { erasePeopleWhoLeft } from '../../app/domain/users/personal-data/erase-person.server'
import { exportPerson } from '../../app/domain/users/personal-data/export-person.server'
import { userList } from '../../app/domain/users/input'
import { changeLegalHold } from '../../app/domain/users/personal-data/legal-hold.server'
import { listUsers } from '../../app/domain/users/users.server'
import { openLog } from '../../app/gateways/log.server'
import { readIn } from '../../app/i18n/texts.server'
import { ERASED, LANGUAGES, pseudonymOf, type DataRequestKind } from '../../app/vocabulary'
import { emptyTables, openTestDatabase, TABLES } from '../support/database'
import { addInvite } from '../support/invites'
import { testServices, type TestServices } from '../support/services'
import { enter, sendAndRead } from '../support/sign-in'
import { DAY_MS, HOUR_MS, organization, partner, staff, verification } from '../support/verifications'

const NAME = 'Гүлнар Сейтқали'
/** What they call themselves since. */
const PRESENT_NAME = 'Гүлнар (Омарова)'
const PHONE = '+77015550077'
const EARLIER_PHONE = '+77015550011'
const FIRST_PHONE = '+77015550010'
const EMAIL = 'Gulnar@Home.example'
const ADDRESS = '198.51.100.7'
/** Its last digits by themselves may stand in any id or hash. */
const MASKED_PHONE = maskedPhone(PHONE)

const db = await openTestDatabase()
let services: TestServices
let person: Actor
/** Superadmins. */
let first: Actor
let second: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  first = await staff(db, 'superadmin', 'Ержан Төлеген')
  second = await staff(db, 'superadmin', '王建国')
  person = await staff(db, 'manager', NAME)
  await db.update(users).set({ phone: PHONE, email: EMAIL }).where(eq(users.id, person.id))
  person = { ...person, phone: PHONE }
})

const given = <Asked extends Ability>(actor: Actor, ability: Asked) => {
  const fresh = grant({ ...actor, provenAt: services.now() }, ability)
  if (!fresh) throw new Error(`${actor.role} may not`)
  return dateProof(fresh, services.now()) as Fresh<Asked>
}
const request = () => ({ requestId: randomUUID() })
const suspend = (who = person) =>
  db
    .select({ version: users.version })
    .from(users)
    .where(eq(users.id, who.id))
    .then(([row]) =>
      changeUserBy(services, given(first, 'users.read'), 'suspend', {
        id: who.id,
        version: row?.version ?? 0,
        reason: `${NAME} left the company`,
        ...request(),
      }),
    )
const read = (actor: Actor, kind: DataRequestKind = 'erase', id = person.id) =>
  findDataRequests(services, given(actor, 'users.data'), kind, id)
const proposalOf = async (kind: DataRequestKind, id = person.id) =>
  (await db.select().from(dataRequests).where(eq(dataRequests.userId, id))).find((row) => row.kind === kind)?.id ?? ''
const propose = (actor = first, kind: DataRequestKind = 'erase', id = person.id) =>
  decideOnData(
    services,
    given(actor, 'users.data'),
    { button: 'propose', reason: `${NAME} asked for it` },
    { kind, id, ...request() },
  )
const press = async (
  actor: Actor,
  button: 'agree' | 'return' | 'withdraw' = 'agree',
  kind: DataRequestKind = 'erase',
  proposal?: string,
) =>
  decideOnData(
    services,
    given(actor, 'users.data'),
    { button, proposal: proposal ?? (await proposalOf(kind)) },
    { kind, id: person.id, ...request() },
  )
const hold = (act: 'set' | 'lift', actor = second) =>
  changeLegalHold(
    services,
    given(actor, 'users.hold'),
    { act, reason: 'Court case 12' },
    { id: person.id, ...request() },
  )
const stored = async (id = person.id) => (await db.select().from(users).where(eq(users.id, id)))[0]
const erase = async () => {
  await suspend()
  await propose()
  return press(second)
}
const acts = async () =>
  (await db.select({ action: auditLog.action }).from(auditLog).orderBy(asc(auditLog.position))).map((row) => row.action)

/** The tables in whose rows any of these texts stands, in any column and in any case. */
async function tablesWith(...texts: string[]): Promise<string[]> {
  const found: string[] = []
  for (const table of TABLES) {
    const name = getTableName(table)
    const { rows } = (await db.execute(
      sql`select 1 from ${sql.identifier(name)} t where ${sql.join(
        texts.map((text) => sql`to_jsonb(t)::text ilike ${`%${text}%`}`),
        sql` or `,
      )} limit 1`,
    )) as { rows: unknown[] }
    if (rows.length > 0) found.push(name)
  }
  return found.toSorted()
}

/** What is one person's alone. */
async function plantOwn({ id, phone }: Actor, name: string, email: string, verificationId: string): Promise<void> {
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

/** Everything that a person can leave behind. */
async function livedHere(): Promise<void> {
  const at = services.now()
  const place = await organization(db)
  const application = await verification(db, { organizationId: place.id, status: 'under_review', reviewer: person })
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
      { id: randomUUID(), organizationId: place.id, verificationId: null, text, mentions: [] },
      'r',
    )
  await note(first, `@${NAME.toUpperCase()}, call them, please; @${NAME} knows`)
  await withRequestInfo({ address: ADDRESS }, () => rename(PRESENT_NAME))
  await note(first, `Thank you, @${PRESENT_NAME}!`)
  await note(person, 'Called them')
}

const FORMER_NAME = 'Асель Ким'
const FORMER_PHONE = '+77015550092'

/** Somebody had the number of the person until they moved to another. */
async function formerHolder(): Promise<void> {
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

const rename = async (username: string, who = person) =>
  saveOwnAccount(
    services,
    given(who, 'settings.own'),
    { username, email: EMAIL, language: 'kk', timeZone: 'Asia/Almaty' },
    { version: (await stored(who.id))?.version ?? 0, ...request() },
  )

describe('a person who was erased', () => {
  beforeEach(livedHere)

  it('is found in no row of any table, the log included, which is never changed', async () => {
    const texts = [NAME, PRESENT_NAME, PHONE, EARLIER_PHONE, FIRST_PHONE, EMAIL, MASKED_PHONE, ADDRESS]
    expect(await tablesWith(...texts)).toEqual(
      expect.arrayContaining(['drafts', 'draft_texts', 'invites', 'messages', 'notes', 'users', 'recovery_requests']),
    )
    expect(await erase()).toEqual({ kind: 'done', value: undefined })
    expect(await tablesWith(...texts)).toEqual([])
    expect((await checkChain(db)).broken).toBeNull()
  })

  it('has no session, browser, key, code, draft, view, entry, choice or message any more', async () => {
    const [{ verificationId } = { verificationId: '' }] = await db.select().from(presence)
    await db.insert(presence).values({ userId: first.id, verificationId, seenAt: services.now() })
    await erase()
    expect(await db.select().from(presence)).toMatchObject([{ userId: first.id }])
    for (const table of [trustedDevices, passkeys, notificationChoices, presence, drafts, formerDrafts, sentForms])
      expect(await db.select().from(table).where(eq(table.userId, person.id))).toEqual([])
    expect(await db.select().from(sessions).where(eq(sessions.userId, person.id))).toEqual([])
    expect(await db.select().from(inboxEntries).where(eq(inboxEntries.userId, person.id))).toEqual([])
    expect(await db.select().from(savedViews)).toEqual([])
    expect(await db.select().from(signInCodes)).toEqual([])
    expect(await db.select().from(recoveryRequests)).toEqual([])
    expect((await db.select().from(messages)).filter(({ to }) => [PHONE, EMAIL].includes(to))).toEqual([])
  })

  it('takes nothing with it of anybody else', async () => {
    const [{ verificationId } = { verificationId: '' }] = await db.select().from(presence)
    await plantOwn(first, 'Ержан Төлеген', 'erzhan@mail.example', verificationId)
    await enqueueMessage(db, services, { channel: 'sms', kind: 'user_invited', to: first.phone, text: 'Hello' })
    const at = services.now()
    const [stranger, another, third] = ['+77015550096', '+77015550097', '+77015550098']
    const kept = [
      [another, third, null],
      [another, third, 'number_changed'],
      [third, stranger, 'number_changed'],
      // Of whoever has got one of their numbers since.
      [EARLIER_PHONE, third, null],
      ['+77015550094', EARLIER_PHONE, 'number_changed'],
      ['+77015550093', '+77015550094', 'number_changed'],
    ] as const
    const gone = [[stranger, PHONE, 'declined']] as const
    for (const [oldPhone, newPhone, outcome] of [...kept, ...gone])
      await db
        .insert(recoveryRequests)
        .values({ name: 'Somebody', message: 'SIM', createdAt: at, handledAt: at, oldPhone, newPhone, outcome })
    await enqueueMessage(db, services, { channel: 'sms', kind: 'user_invited', to: EARLIER_PHONE, text: 'Hello' })
    await db.update(messages).set({ createdAt: at }).where(eq(messages.text, 'Hello'))
    const recipient = 'somebody@mail.example'
    const sent = await addInvite(db, { code: 'INV-0000-0000-0001', recipient, channel: 'email', notes: 'sent' })
    await enqueueMessage(db, services, { channel: 'email', kind: 'x', to: recipient, text: 'Hello', inviteId: sent })
    const single = await addInvite(db, { code: 'INV-0000-0000-0002', maximumUses: 1, notes: 'used by another' })
    const many = await addInvite(db, { code: 'INV-0000-0000-0003', notes: 'used by many' })
    await db.insert(redemptions).values({ inviteId: single, userId: first.id, at })
    await db.insert(redemptions).values({ inviteId: many, userId: person.id, at })
    const [{ organizationId } = { organizationId: '' }] = await db.select().from(notes)
    const namesake = `@${NAME} of another company`
    await db.insert(notes).values({ organizationId, authorId: first.id, text: namesake, createdAt: at })
    const proposal = {
      id: randomUUID(),
      kind: 'export',
      reason: 'asked',
      proposedBy: second.id,
      proposedAt: at,
    } as const
    await db.insert(dataRequests).values({ ...proposal, userId: first.id })
    const [known] = await db.select().from(personKeys).where(eq(personKeys.userId, person.id))
    if (known)
      await db
        .insert(personKeys)
        .values({ ...known, userId: first.id })
        .onConflictDoNothing()
    const own = [sessions, trustedDevices, passkeys, notificationChoices, presence, drafts, formerDrafts, sentForms]
    const held = () =>
      Promise.all(
        [...own, inboxEntries, dataRequests, personKeys].map((table) => db.$count(table, eq(table.userId, first.id))),
      )
    const before = await held()
    expect(before).not.toContain(0)
    expect(await erase()).toMatchObject({ kind: 'done' })
    expect(await held()).toEqual(before)
    expect(await db.select().from(savedViews)).toMatchObject([{ ownerId: first.id }])
    expect(await db.select().from(signInCodes)).toMatchObject([{ phone: first.phone }])
    const requests = await db.select().from(recoveryRequests)
    expect(requests.map((row) => [row.oldPhone, row.newPhone, row.outcome])).toEqual(
      expect.arrayContaining(kept.map((row) => [...row])),
    )
    expect(requests).toHaveLength(kept.length)
    const told = (await db.select().from(messages)).map(({ to }) => to)
    expect(told).toEqual(expect.arrayContaining([first.phone, recipient, EARLIER_PHONE]))
    const left = (await db.select().from(invites)).flatMap((row) => row.notes ?? [])
    expect(left.toSorted()).toEqual(['sent', 'used by another', 'used by many'])
    expect((await db.select().from(notes)).map(({ text }) => text)).toContain(namesake)
    expect(await stored(first.id)).toMatchObject({ username: 'Ержан Төлеген', erasedAt: null })
  })

  it('leaves what is of whoever had their number before', async () => {
    await formerHolder()
    expect((await erase()).kind).toBe('done')
    expect((await db.select().from(recoveryRequests)).map(({ name }) => name)).toEqual([FORMER_NAME])
    expect((await db.select().from(messages)).map(({ kind }) => kind)).toEqual(['of_former_holder'])
  })

  it('keeps what they did under a name that says nothing, in each language its own', async () => {
    await erase()
    const name = pseudonymOf(person.id)
    const code = name.slice(-6)
    expect(await stored()).toMatchObject({
      username: name,
      email: null,
      suspendedReason: null,
      role: 'manager',
      status: 'suspended',
      language: 'en',
      lastSignInAt: null,
    })
    expect(LANGUAGES.map((language) => readIn(language, name))).toEqual([
      `Former user ${code}`,
      `前用户 ${code}`,
      `Бывший пользователь ${code}`,
      `Бұрынғы пайдаланушы ${code}`,
    ])
    const written = await db.select().from(notes).orderBy(asc(notes.text))
    expect(written.map(({ text, authorId }) => [text, authorId])).toEqual([
      [`@${name}, call them, please; @${name} knows`, first.id],
      ['Called them', person.id],
      [`Thank you, @${name}!`, first.id],
    ])
    expect(readIn('en', written[0]?.text ?? '')).toBe(
      `@Former user ${code}, call them, please; @Former user ${code} knows`,
    )
  })

  it('is a pseudonym in the log for whoever reads it, and nobody finds them there by name, reason or mention', async () => {
    await erase()
    const reader = given(first, 'audit.read')
    const { rows, names } = await listAudit(services, reader, { ...auditList.empty, pageSize: 50 })
    for (const text of [NAME, PHONE, MASKED_PHONE, ADDRESS])
      expect(JSON.stringify([rows, names]).toLowerCase()).not.toContain(text.toLowerCase())
    expect(rows.find(({ action }) => action === 'user.suspend')).toMatchObject({
      reason: ERASED,
      before: { status: 'active' },
      objectUser: pseudonymOf(person.id),
    })
    expect(rows.find(({ action }) => action === 'user.settings')).toMatchObject({
      actorName: pseudonymOf(person.id),
      before: { username: ERASED },
      after: { username: ERASED },
    })
    for (const text of [NAME, 'left the company', 'Гүлнар'])
      expect((await listAudit(services, reader, { ...auditList.empty, text })).total).toBe(0)
    expect((await listAudit(services, reader, { ...auditList.empty, actor: [person.id] })).total).toBeGreaterThan(0)
  })

  it('is named in old rows of mentions no more, whoever else is', async () => {
    await db.insert(auditLog).values(
      [[NAME], ['王建国']].map((mentions) => ({
        at: services.now(),
        actorId: first.id,
        action: 'note.add',
        objectType: 'organization',
        objectId: randomUUID(),
        after: { mentions },
        requestId: 'r',
      })),
    )
    await erase()
    const { names } = await listAudit(services, given(first, 'audit.read'), auditList.empty)
    expect(names[NAME]).toBe(ERASED)
    expect(names['王建国']).toBeUndefined()
  })

  it('leaves a row in the log that tells nothing of them', async () => {
    await erase()
    const [row] = await db.select().from(auditLog).where(eq(auditLog.action, 'user.erase'))
    expect(row).toMatchObject({
      actorId: second.id,
      objectType: 'user',
      objectId: person.id,
      before: null,
      after: { proposedBy: first.id },
      reason: null,
    })
  })

  it('is found in the list of users by the new name alone', async () => {
    await erase()
    const found = async (username: string) =>
      (await listUsers(services, given(first, 'users.read'), { ...userList.empty, username })).total
    expect(await found('Гүлнар')).toBe(0)
    expect(await found(pseudonymOf(person.id).slice(-6))).toBe(1)
    await tidyUp(services)
    expect(await found('Гүлнар')).toBe(0)
  })

  it('cannot be brought back, nor changed in another way', async () => {
    await erase()
    const { version = 0 } = (await stored()) ?? {}
    for (const action of ['restore', 'reactivate', 'role', 'suspend'] as const)
      expect(
        await changeUserBy(services, given(first, 'users.read'), action, {
          id: person.id,
          version,
          role: 'admin',
          reason: 'x',
          ...request(),
        }),
      ).toMatchObject({ kind: 'conflict', now: { because: 'erased' } })
  })

  it('has a number that is nobody’s: no code is sent to it, and somebody else can have it', async () => {
    await erase()
    const asked = await sendAndRead(services, { phone: PHONE })
    const answers = await Promise.all(
      [PHONE, '+77015550078'].map(async (phone) => {
        const { challengeId } = phone === PHONE ? asked : await sendAndRead(services, { phone })
        return enter(services, { challengeId, code: '000000', phone })
      }),
    )
    expect([asked.code, answers[0]]).toEqual(['', answers[1]])
    services.clock.advance(HOUR_MS)
    const next = await staff(db, 'cashier', 'Марат Ахметов')
    await db.update(users).set({ phone: PHONE }).where(eq(users.id, next.id))
    expect((await sendAndRead(services, { phone: PHONE })).code).toMatch(/^\d{6}$/)
  })
})

it('a draft of an organization that still has the name and the number of its partner loses both', async () => {
  const { id } = await organization(db, { status: 'draft', name: NAME, legalName: '', phone: PHONE })
  await db.delete(users).where(eq(users.id, person.id))
  person = await partner(db, id, { username: NAME, phone: PHONE, email: EMAIL })
  expect((await erase()).kind).toBe('done')
  const [draft] = await db.select().from(organizations)
  expect(draft).toMatchObject({ name: pseudonymOf(person.id), phone: '' })
  expect(await tablesWith(NAME, PHONE, EMAIL)).toEqual([])
})

it.each(['draft', 'archived'] as const)(
  'so does one that is %s and has an earlier name and number of them',
  async (status) => {
    const { id } = await organization(db, { status, name: NAME, legalName: '', phone: EARLIER_PHONE })
    await db.delete(users).where(eq(users.id, person.id))
    person = await partner(db, id, { username: NAME, phone: PHONE, email: EMAIL })
    const at = services.now()
    await db.insert(recoveryRequests).values({
      name: NAME,
      message: 'SIM',
      oldPhone: EARLIER_PHONE,
      newPhone: PHONE,
      outcome: 'number_changed',
      createdAt: at,
      handledAt: at,
    })
    expect((await rename(PRESENT_NAME)).kind).toBe('done')
    expect((await erase()).kind).toBe('done')
    const [draft] = await db.select().from(organizations)
    expect(draft).toMatchObject({ name: pseudonymOf(person.id), phone: '' })
    expect(await tablesWith(NAME, PRESENT_NAME, PHONE, EARLIER_PHONE, EMAIL)).toEqual([])
  },
)

it('one that was sent in before it was archived keeps its own name and number', async () => {
  const { id } = await organization(db, { status: 'archived', name: NAME, phone: PHONE })
  await verification(db, { organizationId: id, status: 'rejected' })
  await db.delete(users).where(eq(users.id, person.id))
  person = await partner(db, id, { username: NAME, phone: PHONE, email: EMAIL })
  expect((await erase()).kind).toBe('done')
  expect((await db.select().from(organizations))[0]).toMatchObject({ name: NAME, phone: PHONE })
})

it('the name that an operator gave them before is in no note either', async () => {
  const make = (username: string) => makeStaff(services, { phone: PHONE, username, role: 'manager' })
  await make(PRESENT_NAME)
  const place = await organization(db)
  const note = { id: randomUUID(), organizationId: place.id, verificationId: null, mentions: [] }
  await addNote(services, given(first, 'notes'), { ...note, text: `@${PRESENT_NAME} knows` }, 'r')
  expect(await make('Г. С.')).toBe('changed')
  expect((await erase()).kind).toBe('done')
  expect((await db.select().from(notes))[0]?.text).toBe(`@${pseudonymOf(person.id)} knows`)
})

it.each([
  ['draft', 'Filled in', '+77015550096'],
  ['active', NAME, PHONE],
] as const)(
  'what else is called so stays: an organization that is %s is %s still, and so is another draft',
  async (...row) => {
    const [status, name, phone] = row
    const { id } = await organization(db, { status, name, phone })
    const other = await organization(db, { status: 'draft', name: NAME, phone: PHONE })
    await db.delete(users).where(eq(users.id, person.id))
    person = await partner(db, id, { username: NAME, phone: PHONE, email: EMAIL })
    expect((await erase()).kind).toBe('done')
    const called = async (one: string) => (await db.select().from(organizations).where(eq(organizations.id, one)))[0]
    expect(await called(id)).toMatchObject({ name, phone })
    expect(await called(other.id)).toMatchObject({ name: NAME, phone: PHONE })
  },
)

it('an erasure that was asked for is a line of the log, by which to do it again after a restore', async () => {
  await suspend()
  const lines: string[] = []
  services.log = openLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
  await propose()
  expect(lines).toEqual([])
  await press(second)
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ event: 'user.erased', userId: person.id }])
  expect(lines.join()).not.toMatch(/Гүлнар|7015550077/)
})

describe('nobody alone erases', () => {
  beforeEach(() => suspend())

  it('who proposed it does not agree, nor does an administrator, nor the person', async () => {
    await propose()
    expect(await press(first)).toEqual({ kind: 'forbidden' })
    expect(grant(await staff(db, 'admin', '李伟'), 'users.data')).toBeNull()
    expect((await stored())?.erasedAt).toBeNull()
    expect((await press(second)).kind).toBe('done')
    expect((await stored())?.erasedAt).toEqual(services.now())
  })

  it('not oneself: neither proposing nor agreeing', async () => {
    const third = await staff(db, 'superadmin', 'Third')
    person = second
    await suspend(second)
    expect(await propose(second)).toEqual({ kind: 'forbidden' })
    await propose(first)
    expect(await press(second)).toEqual({ kind: 'forbidden' })
    expect((await press(third)).kind).toBe('done')
  })

  it('who is no active superadmin any more neither proposes nor agrees, and their proposal is worth nothing', async () => {
    const third = await staff(db, 'superadmin', 'Third')
    await propose()
    await db.update(users).set({ role: 'admin' }).where(eq(users.id, second.id))
    expect(await press(second)).toEqual({ kind: 'forbidden' })
    await db.update(users).set({ status: 'inactive' }).where(eq(users.id, first.id))
    expect(await press(third)).toEqual({ kind: 'conflict', now: 'changed' })
    expect((await stored())?.erasedAt).toBeNull()
  })

  it('what was returned or withdrawn can be agreed to no more, and another proposal only by who read it', async () => {
    await propose()
    const proposal = await proposalOf('erase')
    expect(await press(second, 'withdraw')).toEqual({ kind: 'forbidden' })
    expect(await press(first, 'return')).toEqual({ kind: 'forbidden' })
    expect((await press(second, 'return')).kind).toBe('done')
    expect(await press(second, 'agree', 'erase', proposal)).toEqual({ kind: 'conflict', now: 'changed' })
    await propose()
    expect(await press(second, 'agree', 'erase', proposal)).toEqual({ kind: 'conflict', now: 'changed' })
    expect((await press(first, 'withdraw')).kind).toBe('done')
    expect(await db.select().from(dataRequests)).toEqual([])
    expect(await acts()).toEqual([
      'user.suspend',
      'user.proposeErase',
      'user.returnErase',
      'user.proposeErase',
      'user.withdrawErase',
    ])
  })

  it('two who propose at once make one proposal, and two who agree at once one erasure', async () => {
    const third = await staff(db, 'superadmin', 'Third')
    const proposed = await Promise.all([propose(first), propose(second)])
    expect(proposed.map(({ kind }) => kind).toSorted()).toEqual(['conflict', 'done'])
    const proposal = await proposalOf('erase')
    const [row] = await db.select().from(dataRequests)
    const other = row?.proposedBy === first.id ? second : first
    const agreed = await Promise.all([
      press(other, 'agree', 'erase', proposal),
      press(third, 'agree', 'erase', proposal),
    ])
    expect(agreed.map(({ kind }) => kind).toSorted()).toEqual(['conflict', 'done'])
    expect((await acts()).filter((action) => action === 'user.erase')).toHaveLength(1)
  })
})

describe('what stands in the way', () => {
  it('somebody who has not left, also when they came back meanwhile', async () => {
    expect(await propose()).toEqual({ kind: 'conflict', now: 'active' })
    await suspend()
    await propose()
    await db.update(users).set({ status: 'active' }).where(eq(users.id, person.id))
    expect(await press(second)).toEqual({ kind: 'conflict', now: 'active' })
    const found = await read(second)
    expect(found).toMatchObject({ value: { obstacle: 'active', buttons: ['return'] } })
  })

  it('that nobody else would be left to decide', async () => {
    await suspend()
    await db.update(users).set({ role: 'superadmin' }).where(eq(users.id, person.id))
    services.clock.advance(500 * DAY_MS)
    await db.update(users).set({ status: 'inactive' }).where(eq(users.id, first.id))
    await db.update(users).set({ status: 'inactive' }).where(eq(users.id, second.id))
    expect(await erasePeopleWhoLeft(services, services.now())).toBe(0)
    expect(await read(first)).toMatchObject({ value: { obstacle: 'lastSuperadmin' } })
  })

  it('a legal hold: no proposal, no agreement, no period, until it is lifted', async () => {
    await suspend()
    await propose()
    expect((await hold('set')).kind).toBe('done')
    expect(await press(second)).toEqual({ kind: 'conflict', now: 'held' })
    services.clock.advance(500 * DAY_MS)
    expect(await erasePeopleWhoLeft(services, services.now())).toBe(0)
    expect((await stored())?.username).toBe(NAME)
    expect(await hold('set', first)).toEqual({ kind: 'conflict', now: 'set' })
    expect((await hold('lift', first)).kind).toBe('done')
    expect(await hold('lift')).toEqual({ kind: 'conflict', now: 'lifted' })
    expect(await db.select().from(legalHolds)).toEqual([])
    expect((await press(second)).kind).toBe('done')
    expect(await hold('set')).toEqual({ kind: 'conflict', now: 'erased' })
    expect((await acts()).filter((action) => /old/.test(action))).toEqual(['user.hold', 'user.liftHold'])
  })

  it('a hold and an agreement at once end in one of both', async () => {
    await suspend()
    await propose()
    const proposal = await proposalOf('erase')
    const [held, agreed] = await Promise.all([hold('set', first), press(second, 'agree', 'erase', proposal)])
    const isErased = (await stored())?.erasedAt !== null
    expect([held.kind, agreed.kind]).toEqual(isErased ? ['conflict', 'done'] : ['done', 'conflict'])
  })
})

describe('by the period', () => {
  it('is erased who left a year ago, counted from when they were deactivated or suspended last', async () => {
    await suspend()
    services.clock.advance(364 * DAY_MS)
    await tidyUp(services)
    expect((await stored())?.erasedAt).toBeNull()
    services.clock.advance(DAY_MS)
    await tidyUp(services)
    expect((await stored())?.username).toBe(pseudonymOf(person.id))
    const [row] = await db.select().from(auditLog).where(eq(auditLog.action, 'user.erase'))
    expect(row).toMatchObject({ actorId: null, requestId: 'clock', after: null })
    await tidyUp(services)
    expect((await acts()).filter((action) => action === 'user.erase')).toHaveLength(1)
  })

  it('who was let in again meanwhile begins anew, and who is active or invited stays', async () => {
    await suspend()
    services.clock.advance(300 * DAY_MS)
    const { version = 0 } = (await stored()) ?? {}
    await changeUserBy(services, given(first, 'users.read'), 'restore', { id: person.id, version, ...request() })
    await suspend()
    const invited = await staff(db, 'cashier', 'Invited')
    await db.update(users).set({ status: 'invited' }).where(eq(users.id, invited.id))
    services.clock.advance(300 * DAY_MS)
    expect(await erasePeopleWhoLeft(services, new Date(services.now().getTime() - 365 * DAY_MS))).toBe(0)
    services.clock.advance(65 * DAY_MS)
    expect(await erasePeopleWhoLeft(services, new Date(services.now().getTime() - 365 * DAY_MS))).toBe(1)
  })

  it('two processes erase each once', async () => {
    for (const name of ['A', 'B', 'C']) await suspend(await staff(db, 'cashier', name))
    services.clock.advance(400 * DAY_MS)
    const counts = await Promise.all([
      erasePeopleWhoLeft(services, services.now()),
      erasePeopleWhoLeft(services, services.now()),
    ])
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
  })
})

describe('what is kept about a person', () => {
  const take = (actor = first) => exportPerson(services, given(actor, 'users.data'), { id: person.id, ...request() })

  it('is taken out by superadmins when two agreed, for 24 hours, and noted each time', async () => {
    expect(await take()).toEqual({ kind: 'conflict', now: 'changed' })
    await propose(first, 'export')
    expect(await press(first, 'agree', 'export')).toEqual({ kind: 'forbidden' })
    expect(await take()).toEqual({ kind: 'conflict', now: 'changed' })
    expect((await press(second, 'agree', 'export')).kind).toBe('done')
    expect((await take()).kind).toBe('done')
    services.clock.advance(24 * HOUR_MS - 1)
    expect((await take(second)).kind).toBe('done')
    services.clock.advance(1)
    expect(await take()).toEqual({ kind: 'conflict', now: 'changed' })
    expect(await acts()).toEqual(['user.proposeExport', 'user.agreeExport', 'user.export', 'user.export'])
    expect((await propose(first, 'export')).kind).toBe('done')
    await press(second, 'agree', 'export')
    services.clock.advance(2 * DAY_MS)
    await tidyUp(services)
    expect(await db.select().from(dataRequests)).toEqual([])
  })

  it('is not theirs to take, however their id is written', async () => {
    await db.update(users).set({ role: 'superadmin', status: 'active' }).where(eq(users.id, person.id))
    await propose(first, 'export')
    await press(second, 'agree', 'export')
    const own = given({ ...person, role: 'superadmin' }, 'users.data')
    for (const id of [person.id, person.id.toUpperCase()])
      expect(await exportPerson(services, own, { id, ...request() })).toEqual({ kind: 'forbidden' })
  })

  it('stands newest first in each section', async () => {
    await livedHere()
    const createdAt = new Date(services.now().getTime() - 1000)
    const earlier = { userId: person.id, createdAt }
    const seen = { lastUsedAt: createdAt, userAgent: 'x', tokenHash: 'earlier' }
    const key = { credentialId: 'earlier', publicKey: 'key', counter: 0, transports: [], name: 'Earlier' }
    const view = { ownerId: person.id, name: 'Earlier', path: '/users/', search: '', createdAt }
    await db.insert(trustedDevices).values({ ...earlier, ...seen })
    await db.insert(passkeys).values({ ...earlier, ...key })
    await db.insert(savedViews).values(view)
    await propose(first, 'export')
    await press(second, 'agree', 'export')
    const outcome = await take()
    if (outcome.kind !== 'done') throw new Error(outcome.kind)
    const rows = [{ createdAt: services.now() }, { createdAt }]
    expect(outcome.value).toMatchObject({ trustedBrowsers: { rows }, passkeys: { rows }, savedViews: { rows } })
  })

  const taken = async () => {
    await propose(first, 'export')
    await press(second, 'agree', 'export')
    const outcome = await take()
    if (outcome.kind !== 'done') throw new Error(outcome.kind)
    return JSON.stringify(outcome.value)
  }

  it('holds nothing of whoever had their number before, or has one of theirs since', async () => {
    await livedHere()
    await formerHolder()
    const at = services.now()
    const since = { name: 'Бақыт', message: 'lost', oldPhone: EARLIER_PHONE, newPhone: '+77015550098', createdAt: at }
    await db.insert(recoveryRequests).values(since)
    await enqueueMessage(db, services, { channel: 'sms', kind: 'of_next_holder', to: EARLIER_PHONE, text: 'Hello' })
    await db.update(messages).set({ createdAt: at }).where(eq(messages.kind, 'of_next_holder'))
    const told = await taken()
    for (const text of ['Асель', FORMER_PHONE, 'of_former_holder', 'Бақыт', '+77015550098', 'of_next_holder'])
      expect(told).not.toContain(text)
    expect(told).toContain(FIRST_PHONE)
  })

  it('holds nothing of people who were erased, in rows from before the keys either', async () => {
    const erased = await staff(db, 'cashier', 'Зарина')
    const username = pseudonymOf(erased.id)
    await db.update(users).set({ username, erasedAt: services.now() }).where(eq(users.id, erased.id))
    await db.insert(auditLog).values({
      at: services.now(),
      actorId: person.id,
      action: 'user.suspend',
      objectType: 'user',
      objectId: erased.id,
      before: { username: 'Зарина Ким', status: 'active' },
      reason: 'Зарина left',
      requestId: 'r',
    })
    const told = await taken()
    expect(told).toContain('user.suspend')
    expect(told).not.toContain('Зарина')
    expect(told).not.toContain('rasedAt')
  })

  it('holds the addresses that they came from, and not those of who did something to them', async () => {
    const elsewhere = '203.0.113.9'
    await withRequestInfo({ address: ADDRESS }, () => rename(PRESENT_NAME))
    await withRequestInfo({ address: elsewhere }, () => suspend())
    const told = await taken()
    expect(told).toContain('left the company')
    expect(told).toContain(ADDRESS)
    expect(told).not.toContain(elsewhere)
  })

  it('is all there, without tokens, keys and codes', async () => {
    await livedHere()
    await propose(first, 'export')
    await press(second, 'agree', 'export')
    const outcome = await take()
    if (outcome.kind !== 'done') throw new Error(outcome.kind)
    const told = JSON.stringify(outcome.value)
    const sections = Object.entries(outcome.value).flatMap(([name, of]) =>
      typeof of === 'object' && of !== null && 'total' in of ? [[name, of.total]] : [],
    )
    expect(Object.fromEntries(sections)).toMatchObject({
      sessions: 1,
      trustedBrowsers: 1,
      passkeys: 1,
      recoveryRequests: 5,
      messages: 6,
      invitesUsed: 1,
      invitesReceived: 1,
      notesWritten: 1,
      notesThatMention: 2,
      inbox: 3,
      drafts: 1,
      savedViews: 1,
      notificationChoices: 1,
    })
    expect(told).toContain(PHONE)
    const [session] = await db.select().from(sessions).where(eq(sessions.userId, person.id))
    for (const secret of [session?.accessTokenHash, session?.refreshTokenHash, 'credential', 'INV-'])
      expect(told).not.toContain(secret)
  })
})
