import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { invites, redemptions } from '../../app/db/schema/invites'
import { notes } from '../../app/db/schema/notes'
import { branches } from '../../app/db/schema/organizations'
import { users } from '../../app/db/schema/users'
import { timelineEvents } from '../../app/db/schema/verifications'
import { pseudonymOf } from '../../app/pseudonyms'
import { OPEN_STATUSES, VERIFICATION_STATUSES } from '../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../support/database'
import { addInvite } from '../support/invites'
import { addUser } from '../support/people'
import { TEST_START } from '../support/services'
import { organization, verification } from '../support/verifications'

const db = await openTestDatabase()
beforeEach(() => emptyTables(db))
afterAll(() => emptyTables(db))

const NOW = new Date(TEST_START)

/** The constraint or unique index by which the database refuses a row, or null if it accepts the row. */
const refusalOf = (written: PromiseLike<unknown>): Promise<string | null> =>
  Promise.resolve(written).then(
    () => null,
    ({ cause }: { cause: { constraint: string } }) => cause.constraint,
  )

describe('the database itself refuses', () => {
  it('an account that is both staff and partner', async () => {
    const { id: organizationId } = await organization(db)
    expect(await refusalOf(addUser(db, { role: 'cashier', organizationId }))).toBe('users_staff_or_partner')
    expect(await refusalOf(addUser(db, { role: null, organizationId }))).toBeNull()
  })

  it('a second account with a phone that is taken', async () => {
    await addUser(db, { phone: '+77010000099' })
    expect(await refusalOf(addUser(db, { phone: '+77010000099' }))).toBe('users_phone_unique')
  })

  it('a pseudonym for somebody not erased, and a name for somebody erased', async () => {
    const id = await addUser(db)
    const set = (row: Partial<typeof users.$inferInsert>) =>
      refusalOf(db.update(users).set(row).where(eq(users.id, id)))
    expect(await set({ username: pseudonymOf(id) })).toBe('users_pseudonym')
    expect(await set({ erasedAt: NOW })).toBe('users_pseudonym')
    expect(await set({ username: pseudonymOf(id), erasedAt: NOW })).toBeNull()
    expect(await set({ username: 'Айгерім' })).toBe('users_pseudonym')
  })

  it('a code used more often than it may be or less than zero times, or with no uses at all', async () => {
    const id = await addInvite(db, { maximumUses: 2 })
    const set = (row: Partial<typeof invites.$inferInsert>) =>
      refusalOf(db.update(invites).set(row).where(eq(invites.id, id)))
    expect(await set({ usedCount: 3 })).toBe('invites_uses')
    expect(await set({ usedCount: -1 })).toBe('invites_uses')
    expect(await set({ maximumUses: 0 })).toBe('invites_uses')
    expect([await set({ usedCount: 2 }), await set({ usedCount: 0, maximumUses: 1 })]).toEqual([null, null])
  })

  it('the same code twice, even where the first was deleted', async () => {
    await addInvite(db, { code: 'INV-AAAA-BBBB-CCCC', deletedAt: NOW })
    expect(await refusalOf(addInvite(db, { code: 'INV-AAAA-BBBB-CCCC' }))).toBe('invites_code_unique')
  })

  it('a second use of a code by the same person', async () => {
    const [inviteId, userId, otherId] = [await addInvite(db), await addUser(db), await addUser(db, { phone: '+7701' })]
    const use = (userId: string) => refusalOf(db.insert(redemptions).values({ inviteId, userId, at: NOW }))
    expect([await use(userId), await use(otherId), await use(userId)]).toEqual([null, null, 'redemptions_once'])
  })

  it.each(VERIFICATION_STATUSES)(
    'a second application of a type beside one that is %s, if that one is open',
    async (status) => {
      const isOpen = OPEN_STATUSES.some((open) => open === status)
      const [{ id: organizationId }, other] = [await organization(db), await organization(db)]
      await verification(db, { organizationId, status })
      expect(await refusalOf(verification(db, { organizationId }))).toBe(isOpen ? 'verifications_one_open' : null)
      expect(await refusalOf(verification(db, { organizationId, type: 'address_change' }))).toBeNull()
      expect(await refusalOf(verification(db, { organizationId: other.id }))).toBeNull()
    },
  )

  it('a mode change without its modes or reason, and any other application with them', async () => {
    const { id: organizationId } = await organization(db)
    const modes = { currentMode: 'self_operated', requestedMode: 'hybrid', modeReason: 'A second hub' } as const
    const refused = 'verifications_mode_change'
    for (const missing of Object.keys(modes)) {
      const given = { organizationId, type: 'operation_mode_change', [missing]: null } as const
      expect(await refusalOf(verification(db, given))).toBe(refused)
    }
    expect(await refusalOf(verification(db, { organizationId, type: 'address_change', ...modes }))).toBe(refused)
    expect(await refusalOf(verification(db, { organizationId, type: 'operation_mode_change' }))).toBeNull()
  })

  it('two events of an application with the same version', async () => {
    const { id: organizationId } = await organization(db)
    const { id: verificationId } = await verification(db, { organizationId })
    const event = { verificationId, event: 'review_started', at: NOW, version: 1 } as const
    expect(await refusalOf(db.insert(timelineEvents).values(event))).toBe('timeline_events_verification')
    expect(await refusalOf(db.insert(timelineEvents).values({ ...event, version: 2 }))).toBeNull()
  })

  it('a second primary branch of an organization', async () => {
    const [own, other] = [await organization(db), await organization(db)]
    const add = (organizationId: string, isPrimary: boolean) => {
      const place = { name: 'Hub', person: 'Aru', phone: '+7701', email: 'hub@steppe.example', address: 'Abay 10' }
      return refusalOf(db.insert(branches).values({ organizationId, isPrimary, ...place }))
    }
    expect([await add(own.id, true), await add(own.id, false), await add(other.id, true)]).toEqual([null, null, null])
    expect(await add(own.id, true)).toBe('branches_one_primary')
  })

  it('a second pinned note of an organization', async () => {
    const [own, other, authorId] = [await organization(db), await organization(db), await addUser(db)]
    const pin = ({ id: organizationId }: typeof own, pinnedAt: Date | null = NOW) =>
      refusalOf(db.insert(notes).values({ organizationId, authorId, text: 'Call them', createdAt: NOW, pinnedAt }))
    expect([await pin(own), await pin(own, null), await pin(other)]).toEqual([null, null, null])
    expect(await pin(own)).toBe('notes_one_pinned')
  })

  it('a note on an organization that does not exist', async () => {
    const note = { organizationId: randomUUID(), authorId: await addUser(db), text: 'Whose?', createdAt: NOW }
    expect(await refusalOf(db.insert(notes).values(note))).toBe('notes_organization_id_organizations_id_fk')
  })
})
