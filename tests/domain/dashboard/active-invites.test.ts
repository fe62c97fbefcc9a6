import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { invites, redemptions } from '../../../app/db/schema/invites'
import type { Actor } from '../../../app/domain/access'
import { readDashboard } from '../../../app/domain/dashboard/dashboard.server'
import { dateProof } from '../../../app/domain/fresh-proof'
import { editInvite } from '../../../app/domain/invites/edit-invite.server'
import { emptyTables, openTestDatabase } from '../../support/database'
import { addInvite } from '../../support/invites'
import { addUser } from '../../support/people'
import { testServices, type TestServices } from '../../support/services'
import { before, permitOf, staff } from '../../support/verifications'
import { DAY_MS } from '../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
let admin: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  admin = await staff(db, 'admin', '王建国')
})

type Terms = { maximumUses: number; expiresAt: Date | null }
/** A code of 20 days ago, used once at an instant or never. */
async function add(n: number, terms: Partial<Terms> = {}, usedAt?: Date) {
  const invite = { maximumUses: 1, expiresAt: null, createdAt: before(20 * DAY_MS), ...terms }
  const kind = { type: 'invite_to_user', role: 'cashier', code: `INV-AAAA-AAAA-000${n}` } as const
  const id = await addInvite(db, { ...invite, ...kind, usedCount: usedAt ? 1 : 0 })
  if (usedAt) {
    const userId = await addUser(db, { phone: `+7708000100${n}` })
    await db.insert(redemptions).values({ inviteId: id, userId, at: usedAt })
  }
  return { id, ...invite }
}
async function edit({ id, ...seen }: Terms & { id: string }, maximumUses: number, lastDay: string | null = null) {
  const permit = dateProof(permitOf({ ...admin, provenAt: services.now() }, 'invites.create'), services.now())
  const input = { maximumUses, lastDay, seenMaximum: seen.maximumUses, seenExpiry: seen.expiresAt }
  expect((await editInvite(services, permit, id, input, 'r')).kind).toBe('done')
  services.clock.advance(1)
}
const remove = (id: string) => db.update(invites).set({ deletedAt: services.now() }).where(eq(invites.id, id))
/** How many codes are active, and how many more than seven days before. */
async function active() {
  const { figures } = await readDashboard(services, permitOf(admin, 'dashboard.read'), { requestId: 'r' })
  const found = figures.kind === 'shown' ? figures.content[3] : null
  return found && [found.count, found.change]
}

it('a code counts as active 7 days ago by the terms it had then, whatever they became since', async () => {
  const extended = await add(1, { expiresAt: before(8 * DAY_MS) })
  const moreUses = await add(2, {}, before(8 * DAY_MS))
  const shortened = await add(3)
  const fewerUses = await add(4, { maximumUses: 2 }, before(8 * DAY_MS))
  const stillActive = await add(5, { maximumUses: 2 }, before(DAY_MS))
  expect(await active()).toEqual([3, 0])
  await edit(extended, 1)
  expect(await active()).toEqual([4, 1])
  await edit({ ...extended, expiresAt: null }, 3)
  await edit(moreUses, 2)
  expect(await active()).toEqual([5, 2])
  await edit(shortened, 1, '2026-02-20')
  expect(await active()).toEqual([4, 1])
  await edit(fewerUses, 1)
  await edit(stillActive, 3)
  expect(await active()).toEqual([3, 0])
  await remove(extended.id)
  expect(await active()).toEqual([2, -1])
  await remove(fewerUses.id)
  expect(await active()).toEqual([2, -1])
})
