import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { drafts } from '../../../app/db/schema/drafts'
import { notes } from '../../../app/db/schema/notes'
import { verifications } from '../../../app/db/schema/verifications'
import { repeatableCast } from '../../support/access-cast'
import { openConsole } from '../../support/console'
import { openTestDatabase } from '../../support/database'
import type { TestServices } from '../../support/services'

const db = await openTestDatabase()
const gatehouse = await openConsole()
const { cast, anew } = await repeatableCast(db)
let services: TestServices
beforeEach(async () => {
  services = await anew()
})

type Begun = { text: string } | null

const read = async (address: string, person: 'admin' | 'manager' | 'cashier' = 'admin') => {
  const answer = await gatehouse.send(services, 'GET', address, { cookie: cast.cookies[person] })
  return (await answer.json()) as {
    notes: { address: string; restored: { refusal: { result: { initialValue: Begun } } } | null } | null
    content: { notes: { restored: unknown } }
    restored: { refusal: { storedText?: string; seen: object; result: { initialValue: Begun } } } | null
  }
}
const post = (address: string, form: Record<string, string>) =>
  gatehouse.send(services, 'POST', address, {
    cookie: cast.cookies.admin,
    form: new URLSearchParams({ keep: 'on', ...form }).toString(),
  })
const begunAt = async (address: string, person?: 'admin' | 'manager' | 'cashier') =>
  (await read(address, person)).notes?.restored?.refusal.result.initialValue?.text ?? null

async function pathsOfReviewed() {
  const [reviewed] = await db
    .select()
    .from(verifications)
    .where(eq(verifications.id, cast.ids.reviewed ?? ''))
  const organization = `/organizations/${reviewed?.organizationId}`
  return { desk: `/verifications/${reviewed?.id}`, organization, notes: `${organization}/notes` }
}

it('a note begun beside an application is offered only there and only to its author, until it is sent', async () => {
  const paths = await pathsOfReviewed()
  const verificationId = cast.ids.reviewed ?? ''
  const note = { id: randomUUID(), verificationId, text: 'Ask the bank' }
  expect((await read(paths.desk)).notes?.address).toBe(paths.notes)
  await post(`/drafts?form=${paths.notes}`, note)
  expect(await begunAt(paths.desk)).toBe('Ask the bank')
  expect(await begunAt(paths.desk, 'manager')).toBeNull()
  expect((await read(paths.desk, 'cashier')).notes).toBeNull()
  expect(await begunAt(`/verifications/${cast.ids.pending}`)).toBeNull()
  expect(await begunAt(paths.notes)).toBeNull()
  expect((await read(`${paths.organization}?tab=notes`)).content.notes.restored).toBeNull()

  expect((await post(paths.notes, note)).status).toBe(302)
  expect(await begunAt(paths.desk)).toBeNull()
  expect(await db.$count(notes, eq(notes.id, note.id))).toBe(1)
})

it('a note begun beside an application is offered even after 7 more were begun in its organization', async () => {
  const paths = await pathsOfReviewed()
  const begin = (text: string, verificationId = '') =>
    post(`/drafts?form=${paths.notes}`, {
      id: randomUUID(),
      drawing: randomUUID(),
      text,
      ...(verificationId && { verificationId }),
    })
  await begin('Ask the bank', cast.ids.reviewed)
  for (const text of ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven']) {
    services.clock.advance(1000)
    await begin(text)
  }
  expect(await db.$count(drafts)).toBe(8)
  expect(await begunAt(paths.desk)).toBe('Ask the bank')
  expect(await begunAt(paths.notes)).toBe('Seven')
})

it('a note begun among the notes of an organization is offered there and not beside an application', async () => {
  const paths = await pathsOfReviewed()
  await post(`/drafts?form=${paths.notes}`, { id: randomUUID(), text: 'Call before noon' })
  expect(await begunAt(paths.notes)).toBe('Call before noon')
  expect((await read(`${paths.organization}?tab=notes`)).content.notes.restored).not.toBeNull()
  expect(await begunAt(paths.desk)).toBeNull()
})

it('a note of nothing but blanks is not kept', async () => {
  const paths = await pathsOfReviewed()
  await post(`/drafts?form=${paths.notes}`, { id: randomUUID(), verificationId: cast.ids.reviewed ?? '', text: ' ' })
  expect(await db.$count(drafts)).toBe(0)
})

it('a change of a note is kept and offered with what the note has become meanwhile', async () => {
  const paths = await pathsOfReviewed()
  const id = randomUUID()
  await post(paths.notes, { id, text: 'Two lorries' })
  const address = `${paths.notes}/${id}`
  expect((await read(address)).restored).toBeNull()
  const { seen } = (await read(address)) as unknown as { seen: string }
  await post(`/drafts?form=${address}`, { seen, text: 'Three lorries' })
  const typed = { result: { initialValue: { text: 'Three lorries' } } }
  expect((await read(address)).restored?.refusal).toMatchObject({ ...typed, seen: {} })

  expect((await post(address, { seen, text: 'Four lorries', keep: '' })).status).toBe(302)
  await post(`/drafts?form=${address}`, { seen, text: 'Three lorries' })
  const { refusal } = (await read(address)).restored ?? {}
  expect(refusal).toMatchObject({ ...typed, storedText: 'Four lorries' })
  expect(refusal?.seen).not.toEqual({ seen })
})
