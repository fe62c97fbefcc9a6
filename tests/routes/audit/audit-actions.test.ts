import { asc } from 'drizzle-orm'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { documents } from '../../../app/db/schema/documents'
import { users } from '../../../app/db/schema/users'
import type { Actor } from '../../../app/domain/access'
import { recordFailedSignIn } from '../../../app/domain/audit/sign-in-entries.server'
import { withRequestInfo } from '../../../app/domain/audit/request-info.server'
import { endSession, startSession } from '../../../app/http/sign-in/session.server'
import { openSession } from '../../../app/domain/sessions/sessions.server'
import { loader as audit } from '../../../app/routes/audit/export'
import { action as deleteMany } from '../../../app/routes/invites/delete-many'
import { loader as documentFile } from '../../../app/routes/organizations/documents/file'
import { loader as usersExport } from '../../../app/routes/users/export'
import { loader as verificationDocument } from '../../../app/routes/verifications/documents/document'
import { openCast } from '../../support/access-cast'
import { openConsole } from '../../support/console'
import { emptyTables, openTestDatabase } from '../../support/database'
import { FORM, openEdge } from '../../support/edge'
import { addInvite } from '../../support/invites'
import { addUser } from '../../support/people'
import { answerOf, visit } from '../../support/requests'
import { enter, notThis, PHONE, sendAndRead } from '../../support/sign-in'
import { TEST_START, testServices, type TestServices } from '../../support/services'
import { addDocument, keepFile, organization, staff, verification } from '../../support/verifications'
import { HOUR_MS } from '../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
})

const rows = () => db.select().from(auditLog).orderBy(asc(auditLog.position))
const acts = async () => (await rows()).map(({ action }) => action)

it('the reference number of an answer finds its log line and the audit row of an accepted change', async () => {
  const [cast, { answer }] = [await openCast(db, services), await openConsole()]
  const { publicOrigin } = services.env
  const edge = await openEdge({
    env: { publicOrigin, isDemo: false, trustProxy: 0 },
    handle: (request, visit) => answer(services, request, visit),
  })
  onTestFinished(edge.close)
  const role = `/users/${cast.ids.cashier}/role.data`
  const decision = `/verifications/${cast.ids.reviewed}/reject.data`
  const ACTS = [
    ['cashier', role, 'version=1&role=manager', 403, null],
    ['cashier', decision, 'version=2&reason=No', 403, null],
    ['superadmin', decision, 'version=2&reason=No', 202, 'verification.reject'],
    ['superadmin', role, 'version=1&role=manager', 202, 'user.role'],
  ] as const
  for (const [person, path, form, status, action] of ACTS) {
    const { headers } = await edge.get(path, {
      method: 'POST',
      body: form,
      headers: { Origin: publicOrigin, Cookie: cast.cookies[person] ?? '', 'Content-Type': FORM },
    })
    const requestId = headers.get('x-request-id') ?? ''
    await expect.poll(() => edge.lines.filter((line) => line.includes(requestId))).toHaveLength(1)
    const line = JSON.parse(edge.lines.find((one) => one.includes(requestId)) ?? '{}')
    expect(line).toMatchObject({ requestId, method: 'POST', path, status })
    const left = (await rows()).filter((row) => row.requestId === requestId)
    expect(left).toMatchObject(action ? [{ action, actorId: cast.ids[person] }] : [])
  }
})

describe('signing in and out', () => {
  it('records who signed in, how and under which reference number', async () => {
    const id = await addUser(db)
    await enter(services, await sendAndRead(services), { requestId: 'SIGNIN0001' })
    expect(await rows()).toMatchObject([
      {
        action: 'session.signIn',
        actorId: id,
        role: 'manager',
        objectType: 'user',
        objectId: id,
        after: { way: 'code' },
        requestId: 'SIGNIN0001',
      },
    ])
  })

  it('records a sign-out once', async () => {
    const id = await addUser(db)
    const tokens = await openSession(db, services, id, { deviceId: 'd', userAgent: 'Firefox', address: '198.51.100.7' })
    const [line = ''] = await startSession(services, { userId: id, deviceId: 'd' }, tokens)
    const request = new Request('http://localhost:3000/sign-out', { headers: { cookie: line.split(';')[0] ?? '' } })
    await endSession(request, services, 'SIGNOUT001')
    await endSession(request, services, 'SIGNOUT002')
    expect(await rows()).toMatchObject([
      { action: 'session.signOut', actorId: id, objectType: 'user', objectId: id, requestId: 'SIGNOUT001' },
    ])
  })
})

describe('wrong sign-in codes', () => {
  async function failTimes(times: number, phone: string) {
    for (let n = 0; n < times; n += 1) {
      const { challengeId, code } = await sendAndRead(services, { phone })
      await enter(services, { challengeId, code: notThis(code), phone }, { address: `203.0.${n}.1` })
      services.clock.advance(HOUR_MS)
    }
  }

  it('leave a row for the first and the fifth of a day, without the phone number', async () => {
    const id = await addUser(db)
    await failTimes(7, PHONE)
    expect(await rows()).toMatchObject([
      { action: 'session.signInFailed', actorId: null, objectType: 'user', objectId: id, after: { wrongCodes: 1 } },
      { action: 'session.signInFailed', objectId: id, after: { wrongCodes: 5 } },
    ])
    expect(JSON.stringify(await rows())).not.toContain(PHONE.slice(1))
  })

  it('leave a row at 1, 5, 10, 25 and 50 wrong codes', async () => {
    for (let n = 0; n < 50; n += 1)
      await recordFailedSignIn(services, { phone: PHONE, at: services.now(), requestId: 'R' })
    expect((await rows()).map(({ after }) => after?.wrongCodes)).toEqual([1, 5, 10, 25, 50])
  })

  it('for unknown numbers share their rows, so they cannot fill the log', async () => {
    for (let n = 0; n < 7; n += 1) await failTimes(1, `+7701555000${n}`)
    expect(await rows()).toMatchObject([
      { objectId: 'unknown', after: { wrongCodes: 1 } },
      { objectId: 'unknown', after: { wrongCodes: 5 } },
    ])
  })
})

describe('a document', () => {
  let reader: Actor
  let document: Awaited<ReturnType<typeof addDocument>>
  let application: Awaited<ReturnType<typeof verification>>
  beforeEach(async () => {
    reader = await staff(db, 'manager', 'Ольга Кузнецова')
    application = await verification(db, { organizationId: (await organization(db)).id })
    document = await addDocument(db, application)
    await keepFile(services, document, new TextEncoder().encode('%PDF-1.7'))
  })
  const openedFrom = (loader: unknown, params: Record<string, string>, actor = reader) =>
    (loader as (args: unknown) => Promise<Response>)(visit(services, '/', { actor, params })).then((answer) =>
      answer.text(),
    )
  const openInReview = (actor?: Actor) =>
    openedFrom(verificationDocument, { id: application.id, documentId: document.id }, actor)

  it('opened by staff leaves one row per person, document and hour, whichever page it is opened from', async () => {
    await openInReview()
    await openInReview()
    await openedFrom(documentFile, { id: application.organizationId, documentId: document.id })
    expect(await rows()).toMatchObject([
      { action: 'document.read', actorId: reader.id, objectType: 'document', objectId: document.id },
    ])
    await openInReview(await staff(db, 'admin', '李伟'))
    expect(await acts()).toHaveLength(2)
    const other = await addDocument(db, application)
    await keepFile(services, other, new TextEncoder().encode('%PDF-1.7'))
    await openedFrom(verificationDocument, { id: application.id, documentId: other.id })
    expect(await acts()).toHaveLength(3)
    services.clock.advance(HOUR_MS)
    await openInReview()
    expect(await acts()).toHaveLength(4)
  })

  it('keeps its first reader as its opener, whoever opens it later', async () => {
    const another = await staff(db, 'admin', '李伟')
    const inOrganization = { id: application.organizationId, documentId: document.id }
    await openedFrom(documentFile, inOrganization)
    services.clock.advance(HOUR_MS)
    await openInReview(another)
    await openedFrom(documentFile, inOrganization, another)
    expect(await db.select().from(documents)).toMatchObject([{ openedBy: reader.id, openedAt: new Date(TEST_START) }])
  })

  it('that does not exist leaves no row when opened', async () => {
    await expect(
      openedFrom(verificationDocument, { id: application.id, documentId: application.id }),
    ).rejects.toBeDefined()
    expect(await acts()).toEqual([])
  })
})

describe('the audit log and its file', () => {
  const take = async (actor: Actor) => {
    const answer = await audit(visit(services, '/audit/export', { actor }) as never)
    return (await answer.text()).trim().split('\r\n')
  }

  it('the file holds the client’s address and the position and hash of each row', async () => {
    const admin = await staff(db, 'admin', '李伟')
    await withRequestInfo({ address: '203.0.113.77' }, () => take(admin))
    const [header = '', first = ''] = await take(admin)
    const [row] = await rows()
    expect(header).toMatch(/,IP address,Position,Hash$/)
    const written = first.includes('203.0.113.77') ? first : ((await take(admin)).at(-1) ?? '')
    expect(written).toMatch(new RegExp(`,203\\.0\\.113\\.77,1,${row?.hash}$`))
  })

  it('the row of an export keeps the filters but no phone that was searched for', async () => {
    const admin = await staff(db, 'admin', '李伟')
    for (const typed of [
      '+7 701 555 00 11',
      '87015550011',
      '7015550011',
      '+7–701–555–00–11',
      '7/701/555/00/11',
      '+７７０１５５５００１１',
    ])
      await (
        await usersExport(
          visit(services, `/users/export?username=${encodeURIComponent(typed)}&status=active`, {
            actor: admin,
          }) as never,
        )
      ).text()
    const told = decodeURIComponent(JSON.stringify((await rows()).map(({ after }) => after)))
    expect(told.normalize('NFKC').replaceAll(/[^\d]/g, '')).not.toContain('7015550011')
    expect(told).toContain('status=active')
  })

  it('the row of deleting all matching codes masks the phone that was searched for', async () => {
    const admin = await staff(db, 'admin', '李伟')
    await addInvite(db, { createdBy: admin.id, channel: 'whatsapp', recipient: '+77015550011' })
    const q = encodeURIComponent('+7 701 555 00 11')
    const path = `/invites/delete?select=all&type=invite_logistic_provider&q=${q}`
    await answerOf(() => deleteMany(visit(services, path, { actor: admin, form: {} }) as never))
    expect(await rows()).toMatchObject([
      { action: 'invite.deleteMatching', objectId: '?q=***&type=invite_logistic_provider', after: { total: 1 } },
    ])
  })
})

it('the first sign-in of an invited user makes them active and leaves two rows: user.activate, session.signIn', async () => {
  await addUser(db, { status: 'invited' })
  await enter(services, await sendAndRead(services))
  expect(await acts()).toEqual(['user.activate', 'session.signIn'])
  expect(await db.select({ status: users.status }).from(users)).toEqual([{ status: 'active' }])
})
