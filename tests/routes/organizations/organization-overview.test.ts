import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../app/domain/access'
import { loader as detail } from '../../../app/routes/organizations/detail'
import type { Related } from '../../../app/routes/organizations/tabs/related.server'
import { DAY_MS } from '../../../app/durations'
import { emptyTables, openTestDatabase } from '../../support/database'
import { addInvite } from '../../support/invites'
import { testServices, type TestServices } from '../../support/services'
import { addPartners, before, organization, partner } from '../../support/verifications'
import { organizationDialogs } from '../../support/organization-dialogs'
import { reviewers } from '../../support/reviews'

const db = await openTestDatabase()
let services: TestServices
let admin: Actor
let manager: Actor
let cashier: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  ;({ admin, manager, cashier } = await reviewers(db))
})

const { call, basic } = organizationDialogs(db, () => ({ services }))

describe('the overview of an organization', () => {
  const related = async (id: string, actor: Actor) => {
    const { body } = await call(detail, `/organizations/${id}`, actor, { id })
    return (body as { content: { related: Related } }).content.related
  }

  it('shows people only to those who may see users, and the acts of others only to admins', async () => {
    const { id } = await organization(db)
    await partner(db, id)
    await basic(id, manager, { version: '1', name: 'Steppe Cargo' })
    expect((await related(id, admin)).activity.map(({ action }) => action)).toEqual(['Organization edited'])
    expect((await related(id, manager)).activity).toHaveLength(1)
    expect((await related(id, manager)).people).toMatchObject([{ username: 'Айгүл Серікқызы' }])
    expect(await related(id, cashier)).toMatchObject({ people: null, activity: [] })
  })

  it('shows the first 10 people who joined, with a link to all once there are more', async () => {
    const { id } = await organization(db)
    const come = (days: number) => ({ username: `Day ${days}`, createdAt: before((20 - days) * DAY_MS) })
    await addPartners(db, id, [5, 1, 9, 2, 10, 3, 8, 4, 7, 6].map(come))
    const tenDays = Array.from({ length: 10 }, (_, n) => `Day ${n + 1}`)
    const shown = async () => {
      const { people, allPeople } = await related(id, manager)
      return [people?.map(({ username }) => username), allPeople]
    }
    expect(await shown()).toEqual([tenDays, null])
    await addPartners(db, id, [come(11)])
    expect(await shown()).toEqual([tenDays, { total: '11', href: `/users/?organization=${id}` }])
  })

  it('shows the newest 10 codes into it that are not deleted, with a link to all once there are more', async () => {
    const { id } = await organization(db)
    const made = (days: number, more: { deletedAt?: Date } = {}) =>
      addInvite(db, {
        type: 'invite_to_organization',
        organizationId: id,
        code: `INV-AAAA-AAAA-${1000 + days}`,
        maximumUses: days,
        createdAt: before((20 - days) * DAY_MS),
        ...more,
      })
    for (const days of [5, 1, 9, 2, 10, 3, 8, 4, 7, 6]) await made(days)
    await made(12, { deletedAt: before(0) })
    const shown = async () => {
      const { invites, allInvites } = await related(id, manager)
      return [invites.map(({ maximum }) => Number(maximum)), allInvites]
    }
    expect(await shown()).toEqual([[10, 9, 8, 7, 6, 5, 4, 3, 2, 1], null])
    await made(11)
    expect(await shown()).toEqual([
      [11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
      { total: '11', href: `/invites/?organization=${id}` },
    ])
  })
})
