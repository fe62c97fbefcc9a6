import { randomUUID } from 'node:crypto'
import { asc, eq, getTableName, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { documents } from '../../../app/db/schema/documents'
import { drafts, formerDrafts, sentForms } from '../../../app/db/schema/drafts'
import { invites, redemptions } from '../../../app/db/schema/invites'
import { messages, notificationChoices } from '../../../app/db/schema/messages'
import { inboxEntries, notes } from '../../../app/db/schema/notes'
import { organizations } from '../../../app/db/schema/organizations'
import { dataRequests, personKeys } from '../../../app/db/schema/personal-data'
import { presence } from '../../../app/db/schema/reviews'
import { sessions } from '../../../app/db/schema/sessions'
import { passkeys, signInCodes, trustedDevices } from '../../../app/db/schema/sign-in'
import { recoveryRequests, users } from '../../../app/db/schema/users'
import { savedViews } from '../../../app/db/schema/views'
import type { Actor } from '../../../app/domain/access'
import { auditList } from '../../../app/domain/audit/audit-list'
import { checkChain } from '../../../app/domain/audit/check-chain.server'
import { listAudit } from '../../../app/domain/audit/list-audit.server'
import { enqueueMessage } from '../../../app/domain/messages/enqueue.server'
import { addNote } from '../../../app/domain/notes/notes.server'
import { saveOwnAccount } from '../../../app/domain/settings/account.server'
import { tidyUp } from '../../../app/domain/jobs/tidy-up.server'
import { makeStaff } from '../../../app/domain/users/operator.server'
import { applyUserAction } from '../../../app/domain/users/change-user.server'
import { userList } from '../../../app/domain/users/user-list'
import { listUsers } from '../../../app/domain/users/users.server'
import { openLog } from '../../../app/gateways/log.server'
import { localizePseudonyms } from '../../../app/i18n/texts.server'
import { LANGUAGES } from '../../../app/vocabulary'
import { openTestDatabase, TABLES } from '../../support/database'
import { addInvite } from '../../support/invites'
import {
  ADDRESS,
  EARLIER_PHONE,
  EMAIL,
  FIRST_PHONE,
  FORMER_NAME,
  MASKED_PHONE,
  NAME,
  PHONE,
  PRESENT_NAME,
  personWithSuperadmins,
  personWithTraces,
  request,
} from '../../support/person-with-traces'
import type { TestServices } from '../../support/services'
import { enter, sendAndRead } from '../../support/sign-in'
import { addDocument, organization, partner, staff, verification } from '../../support/verifications'
import { HOUR_MS } from '../../../app/durations'
import { ERASED, pseudonymOf } from '../../../app/pseudonyms'

const db = await openTestDatabase()
let services: TestServices
let person: Actor
/** Superadmins. */
let first: Actor
let second: Actor
beforeEach(async () => {
  ;({ services, person, first, second } = await personWithSuperadmins(db))
})

const { given, suspend, propose, press, stored, erase, plantOwn, livedHere, formerHolder, rename } = personWithTraces(
  db,
  () => ({ services, person, first, second }),
)

/** The tables with a row that contains any of these texts, in any column and any case. */
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

describe('a person who was erased', () => {
  beforeEach(livedHere)

  it('appears in no row of any table, including the audit log, whose chain stays intact', async () => {
    const texts = [NAME, PRESENT_NAME, PHONE, EARLIER_PHONE, FIRST_PHONE, EMAIL, MASKED_PHONE, ADDRESS]
    expect(await tablesWith(...texts)).toEqual(
      expect.arrayContaining(['drafts', 'draft_texts', 'invites', 'messages', 'notes', 'users', 'recovery_requests']),
    )
    expect(await erase()).toEqual({ kind: 'done', value: undefined })
    expect(await tablesWith(...texts)).toEqual([])
    expect((await checkChain(db)).broken).toBeNull()
  })

  it('has no session, browser, passkey, code, draft, view, inbox entry, choice or message left', async () => {
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

  it('takes nothing of anybody else along', async () => {
    const [{ verificationId } = { verificationId: '' }] = await db.select().from(presence)
    await plantOwn(first, 'Ержан Төлеген', 'erzhan@mail.example', verificationId)
    await enqueueMessage(db, services, { channel: 'sms', kind: 'user_invited', to: first.phone, text: 'Hello' })
    const at = services.now()
    const [stranger, another, third] = ['+77015550096', '+77015550097', '+77015550098']
    const kept = [
      [another, third, null],
      [another, third, 'number_changed'],
      [third, stranger, 'number_changed'],
      // Of somebody who got one of their numbers later.
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

  it('leaves the requests and messages of the former holder of their number', async () => {
    await formerHolder()
    expect((await erase()).kind).toBe('done')
    expect((await db.select().from(recoveryRequests)).map(({ name }) => name)).toEqual([FORMER_NAME])
    expect((await db.select().from(messages)).map(({ kind }) => kind)).toEqual(['of_former_holder'])
  })

  it('keeps what they did under a pseudonym, which each language words its own way', async () => {
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
    expect(LANGUAGES.map((language) => localizePseudonyms(language, name))).toEqual([
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
    expect(localizePseudonyms('en', written[0]?.text ?? '')).toBe(
      `@Former user ${code}, call them, please; @Former user ${code} knows`,
    )
  })

  it('shows as a pseudonym in the audit log, where no search finds them by name, reason or mention', async () => {
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

  it('is no longer named in old audit rows of mentions, while others still are', async () => {
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

  it('leaves an audit row that reveals nothing about them', async () => {
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

  it('is found in the list of users by the pseudonym only', async () => {
    await erase()
    const found = async (username: string) =>
      (await listUsers(services, given(first, 'users.read'), { ...userList.empty, username })).total
    expect(await found('Гүлнар')).toBe(0)
    expect(await found(pseudonymOf(person.id).slice(-6))).toBe(1)
    await tidyUp(services)
    expect(await found('Гүлнар')).toBe(0)
  })

  it('cannot be restored or changed, and even a change without effect is answered with erased', async () => {
    await erase()
    const { version = 0, role } = (await stored()) ?? {}
    const asItIs = { id: person.id, version, ...(role && { role }), ...request() }
    expect(await applyUserAction(services, given(first, 'users.read'), 'role', asItIs)).toMatchObject({
      kind: 'conflict',
      now: { because: 'erased' },
    })
    for (const action of ['restore', 'reactivate', 'role', 'suspend'] as const)
      expect(
        await applyUserAction(services, given(first, 'users.read'), action, {
          id: person.id,
          version,
          role: 'admin',
          reason: 'x',
          ...request(),
        }),
      ).toMatchObject({ kind: 'conflict', now: { because: 'erased' } })
  })

  it('stays erased when a settings form of theirs arrives late', async () => {
    const { settingsVersion: version = 0 } = (await stored()) ?? {}
    await erase()
    const input = { username: NAME, email: EMAIL, language: 'kk', timeZone: 'Asia/Almaty' } as const
    const sent = saveOwnAccount(services, given(person, 'settings.own'), input, { version, ...request() })
    expect(await sent).toMatchObject({ kind: 'conflict' })
    expect(await stored()).toMatchObject({ username: pseudonymOf(person.id), email: null })
  })

  it('frees their number: it gets no code, and somebody else can have it', async () => {
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

it('a draft organization that has the name, number and e-mail of its erased partner loses all three', async () => {
  const email = EMAIL.toUpperCase()
  const { id } = await organization(db, { status: 'draft', name: NAME, legalName: '', phone: PHONE, email })
  await db.delete(users).where(eq(users.id, person.id))
  person = await partner(db, id, { username: NAME, phone: PHONE, email: EMAIL })
  expect((await erase()).kind).toBe('done')
  const [draft] = await db.select().from(organizations)
  expect(draft).toMatchObject({ name: pseudonymOf(person.id), phone: '', email: '' })
  expect(await tablesWith(NAME, PHONE, EMAIL, email)).toEqual([])
})

it.each([
  ['alone', 0],
  ['with a colleague', 1],
  ['with a colleague who was erased before', 0],
] as const)('documents of an unsubmitted organization whose partner is erased %s are kept: %i', async (whose, kept) => {
  const { id } = await organization(db, { status: 'archived', name: NAME, legalName: '', phone: PHONE })
  await db.delete(users).where(eq(users.id, person.id))
  person = await partner(db, id, { username: NAME, phone: PHONE, email: EMAIL })
  if (whose === 'with a colleague') await partner(db, id, { username: 'Ерлан Сейітов' })
  if (whose === 'with a colleague who was erased before')
    await partner(db, id, { username: pseudonymOf(randomUUID()), phone: '#1', erasedAt: services.now() })
  await addDocument(db, { organizationId: id, id: '' }, 'pending', { verificationId: null })
  expect((await erase()).kind).toBe('done')
  expect(await db.$count(documents)).toBe(kept)
})

it.each(['draft', 'archived'] as const)(
  'an organization that is %s loses the earlier name and number of its erased partner',
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

it('an organization submitted before it was archived keeps its name and number', async () => {
  const { id } = await organization(db, { status: 'archived', name: NAME, phone: PHONE })
  await verification(db, { organizationId: id, status: 'rejected' })
  await db.delete(users).where(eq(users.id, person.id))
  person = await partner(db, id, { username: NAME, phone: PHONE, email: EMAIL })
  expect((await erase()).kind).toBe('done')
  expect((await db.select().from(organizations))[0]).toMatchObject({ name: NAME, phone: PHONE })
})

it('a name that an operator gave the person earlier also disappears from notes', async () => {
  const make = (username: string) => makeStaff(services, { phone: PHONE, username, role: 'manager' })
  await make(PRESENT_NAME)
  const target = await organization(db)
  const note = { id: randomUUID(), organizationId: target.id, verificationId: null, mentions: [] }
  await addNote(services, given(first, 'notes'), { ...note, text: `@${PRESENT_NAME} knows` }, 'r')
  expect(await make('Г. С.')).toBe('changed')
  expect((await erase()).kind).toBe('done')
  expect((await db.select().from(notes))[0]?.text).toBe(`@${pseudonymOf(person.id)} knows`)
})

it.each([
  ['draft', 'Filled in', '+77015550096'],
  ['active', NAME, PHONE],
] as const)(
  'a namesake is left alone: the %s organization is still named %s, and another draft keeps its name',
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

it('an agreed erasure is logged by user id, so that it can be repeated after a restore', async () => {
  await suspend()
  const lines: string[] = []
  services.log = openLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
  await propose()
  expect(lines).toEqual([])
  await press(second)
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ event: 'user.erased', userId: person.id }])
  expect(lines.join()).not.toMatch(/Гүлнар|7015550077/)
})
