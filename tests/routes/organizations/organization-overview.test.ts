import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../app/domain/access'
import { loader as detail } from '../../../app/routes/organizations/detail'
import { emptyTables, openTestDatabase } from '../../support/database'
import { testServices, type TestServices } from '../../support/services'
import { organization, partner } from '../../support/verifications'
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

describe('what else the overview shows', () => {
  const related = async (id: string, actor: Actor) => {
    const { body } = await call(detail, `/organizations/${id}`, actor, { id })
    return (body as { content: { related: { people: unknown[] | null; activity: { action: string }[] } } }).content
      .related
  }

  it('the people only to those who may see users, and the acts of others only to administrators', async () => {
    const { id } = await organization(db)
    await partner(db, id)
    await basic(id, manager, { version: '1', name: 'Steppe Cargo' })
    expect((await related(id, admin)).activity.map(({ action }) => action)).toEqual(['Organization edited'])
    expect((await related(id, manager)).activity).toHaveLength(1)
    expect((await related(id, manager)).people).toMatchObject([{ username: 'Айгүл Серікқызы' }])
    expect(await related(id, cashier)).toMatchObject({ people: null, activity: [] })
  })
})
