import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { verifications } from '../../../../app/db/schema/verifications'
import type { Actor } from '../../../../app/domain/access'
import { approveVerification, startReview } from '../../../../app/domain/verifications/decisions/decide.server'
import { verificationList } from '../../../../app/domain/verifications/queue/verification-list'
import { readRail } from '../../../../app/domain/verifications/queue/verification-rail.server'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { testServices } from '../../../support/services'
import { before, organization, permitOf, staff, verification } from '../../../support/verifications'
import { HOUR_MS } from '../../../../app/durations'

const db = await openTestDatabase()
const services = await testServices()
let olga: Actor
let yerlan: Actor

beforeEach(async () => {
  await emptyTables(db)
  services.clock.set('2026-03-02T09:00:00.000Z')
  olga = await staff(db, 'admin', 'Ольга Ким')
  yerlan = await staff(db, 'admin', 'Ерлан Сейітов')
})

async function waiting(count: number) {
  const made = []
  for (let index = 0; index < count; index += 1) {
    const { id: organizationId } = await organization(db, { name: `Caravan ${index}` })
    made.push(await verification(db, { organizationId, submittedAt: before((count - index) * HOUR_MS) }))
  }
  return made
}

const claimable = verificationList.read(new URLSearchParams('view=claimable&sort=oldest'), null)
const rail = (ids: readonly string[] = [], position = 1, here: string | null = null) =>
  readRail(services, permitOf(olga, 'verifications.read'), claimable, { ids, position, here })
const namesOf = (rows: Awaited<ReturnType<typeof rail>>) => rows.map(({ organizationName }) => organizationName)

it('the rail keeps claimed and decided applications in place and names the current holder', async () => {
  const [first, second, third] = await waiting(3)
  if (!first || !second || !third) throw new Error('none')
  const ids = (await rail()).map(({ id }) => id)
  expect(ids).toEqual([first.id, second.id, third.id])
  const target = { version: 1, requestId: 'req' }
  await startReview(services, permitOf(olga, 'verifications.review'), { id: first.id, ...target })
  await startReview(services, permitOf(yerlan, 'verifications.review'), { id: second.id, ...target })
  const reviewing = permitOf(olga, 'verifications.review')
  await approveVerification(services, reviewing, { id: first.id, version: 2, requestId: 'req', notes: null })
  expect(await rail()).toMatchObject([{ id: third.id }])
  expect((await rail([], 1, second.id)).map(({ id }) => id)).toEqual([second.id, third.id])
  expect(await rail(ids)).toMatchObject([
    { id: first.id, status: 'approved', holder: null },
    { id: second.id, status: 'under_review', holder: { name: 'Ерлан Сейітов', isMine: false, isIdle: false } },
    { id: third.id, status: 'pending', holder: null },
  ])
  services.clock.advance(HOUR_MS)
  expect((await rail(ids))[1]).toMatchObject({ holder: { isIdle: true } })
})

it('the application in view keeps its place in the rail when it no longer matches the filter', async () => {
  const made = await waiting(45)
  const all = made.map(({ id }) => id)
  const around = async (position: number, here?: string) => (await rail([], position, here)).map(({ id }) => id)
  for (const place of [0, 1, 10, 44])
    for (const position of [1, 6, 7, 8, 12, 40, 51]) {
      const offset = Math.max(0, position - 6)
      expect(await around(position, all[place]), `${place} ${position}`).toEqual(all.slice(offset, offset + 30))
    }
  for (const place of [0, 1, 10, 44]) {
    const here = all[place] ?? ''
    await db.update(verifications).set({ submittedBy: olga.id }).where(eq(verifications.id, here))
    const others = all.filter((id) => id !== here)
    expect(await around(1)).toEqual(others.slice(0, 30))
    for (const position of [1, 6, 7, 8, 12, 40, 50, 51, 52]) {
      const offset = Math.max(0, position - 6)
      expect(await around(position, here), `left ${place} ${position}`).toEqual(all.slice(offset, offset + 30))
    }
    await db.update(verifications).set({ submittedBy: null })
  }
})

it('the rail names whom an answered application is reserved for until the reservation ends', async () => {
  const [asked] = await waiting(1)
  if (!asked) throw new Error('none')
  const reservedUntil = new Date(services.now().getTime() + HOUR_MS)
  await db.update(verifications).set({ reservedFor: yerlan.id, reservedUntil })
  const [kept] = await rail([asked.id])
  expect(kept).toMatchObject({ holder: null, reserved: { name: 'Ерлан Сейітов', isForMe: false } })
  services.clock.advance(HOUR_MS)
  expect((await rail([asked.id]))[0]).toMatchObject({ reserved: null })
})

it('the rail starts five rows before the position, holds at most 30 rows and skips invalid ids', async () => {
  const made = await waiting(45)
  expect(namesOf(await rail([], 12))[0]).toBe('Caravan 6')
  expect(await rail([], 12)).toHaveLength(30)
  expect(await rail(made.map(({ id }) => id))).toHaveLength(30)
  expect(namesOf(await rail(['no id', made[3]?.id ?? '']))).toEqual(['Caravan 3'])
})
