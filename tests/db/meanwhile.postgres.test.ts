import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it, vi } from 'vitest'
import { readRows } from '../../app/db/engine/sql'
import type { Queries } from '../../app/db/engine/database'
import { sessions } from '../../app/db/schema/sessions'
import { users } from '../../app/db/schema/users'
import { verifications } from '../../app/db/schema/verifications'
import { changeUser, findUser } from '../../app/db/users/user-changes'
import { endAccess } from '../../app/domain/sessions/end-access.server'
import { moveNumber } from '../../app/domain/users/numbers/move-number.server'
import { giveBackUnfinishable } from '../../app/domain/verifications/claims/give-back.server'
import { takeOverClaim } from '../../app/domain/verifications/claims/claim.server'
import { startReview } from '../../app/domain/verifications/decisions/decide.server'
import { emptyTables, openTestDatabase } from '../support/database'
import { testServices } from '../support/services'
import { enter, sendAndRead } from '../support/sign-in'
import { organization, permitOf, staff, verification } from '../support/verifications'

const db = await openTestDatabase()
const services = await testServices({ db })
beforeEach(() => emptyTables(db))

/** Acts while a change is written and not yet committed: waits for it, or is done before it. */
async function during<Result>(change: (tx: Queries) => Promise<void>, act: () => Promise<Result>): Promise<Result> {
  let acting: Promise<Result> | undefined
  await db.transaction(async (tx) => {
    await change(tx)
    let isOver = false
    acting = act().finally(() => (isOver = true))
    const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await vi.waitFor(async () => expect(isOver || (await readRows(db, waiting)).length > 0).toBe(true), 10_000)
  })
  return acting ?? act()
}

it('a code of the old number that is entered while the number is changed signs nobody in', async () => {
  const dana = await staff(db, 'manager', 'Дана Оспанова')
  const sent = await sendAndRead(services, { phone: dana.phone })
  const answer = await during(
    async (tx) => {
      const user = await findUser(tx, dana.id)
      if (!user) throw new Error('nobody')
      const request = { id: dana.id, oldPhone: dana.phone, newPhone: '+77019990000' }
      await moveNumber(tx, services, { user, request, actor: null, requestId: 'req' })
    },
    () => enter(services, { ...sent, phone: dana.phone }),
  )
  expect(answer).toEqual({ kind: 'wrong', triesLeft: null })
  expect(await db.$count(sessions)).toBe(0)
})

it.each(['claims', 'takes over'])(
  'whoever %s an application while they are suspended does not hold it',
  async (how) => {
    const [olga, yerlan] = [await staff(db, 'admin', 'Ольга Ким'), await staff(db, 'admin', 'Ерлан Сейітов')]
    const { id: organizationId } = await organization(db)
    const of = how === 'claims' ? { status: 'pending' as const } : { status: 'under_review' as const, reviewer: yerlan }
    const { id, version } = await verification(db, { organizationId, ...of })
    const act = how === 'claims' ? startReview : takeOverClaim
    await during(
      async (tx) => {
        const at = services.now()
        await changeUser(tx, { id: olga.id, version: 1 }, { status: 'suspended' })
        await endAccess(tx, olga.id, at)
        await giveBackUnfinishable(tx, { holderId: olga.id }, { actor: yerlan, at, requestId: 'req' })
      },
      () => act(services, permitOf(olga, 'verifications.review'), { id, version, requestId: 'req' }),
    )
    const [row] = await db.select().from(verifications).where(eq(verifications.id, id))
    expect(row?.reviewerId).not.toBe(olga.id)
    expect(await db.$count(users, eq(users.status, 'suspended'))).toBe(1)
  },
)
