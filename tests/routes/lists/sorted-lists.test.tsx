import { randomUUID } from 'node:crypto'
import { createElement, type ComponentType } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { insertRecoveryRequest } from '../../../app/db/users/recovery'
import type { Actor } from '../../../app/domain/access'
import * as organizationPage from '../../../app/routes/organizations/detail'
import * as templates from '../../../app/routes/settings/templates/list'
import * as recovery from '../../../app/routes/users/recovery/list'
import * as views from '../../../app/routes/views/list'
import { emptyTables, openTestDatabase } from '../../support/database'
import { attribute, serverHtml } from '../../support/render'
import { visit } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { addTemplate } from '../../support/templates'
import { before, organization, staff, verification } from '../../support/verifications'
import { DAY_MS } from '../../../app/durations'
import * as organizations from '../../../app/routes/organizations/list'

const db = await openTestDatabase()
let services: TestServices
let admin: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  admin = await staff(db, 'admin', '李伟')
})

type Page = { loader: unknown; default: unknown }

/** The names of the rows in order, and each sortable column head with its direction and its link. */
async function open({ loader, default: component }: Page, address: string, params = {}, actor = admin) {
  const given = visit(services, address, { actor, params })
  const answer = await (loader as (args: unknown) => unknown)(given)
  // What a loader gives may come with a status.
  const body = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer
  const html = await serverHtml(createElement(component as ComponentType<object>, { loaderData: body } as object))
  const table = html.slice(html.indexOf('<table'), html.indexOf('</table>'))
  const text = (part: string) => part.replaceAll(/<[^>]*>/g, '')
  const heads = [...table.matchAll(/(<th[^>]*>)<a[^>]*href="([^"]*)"[^>]*>([^<]*)</g)]
  return {
    html,
    rows: [...table.matchAll(/class="row-link"[^>]*>(.*?)<\/a>/g)].map(([, name]) => text(name ?? '')),
    links: [...table.matchAll(/<a class="row-link"[^>]*href="([^"]*)"/g)].map(([, href]) => href),
    heads: heads.map(([, head = '', href = '', label]) => [
      label,
      attribute(head, 'aria-sort') ?? '',
      href.replaceAll('&amp;', '&'),
    ]),
  }
}

it('found organizations are sorted by likeness until an order is chosen, and no head claims otherwise', async () => {
  for (const [n, name] of ['Cargo', 'Cargo of the Steppe', 'Trans Cargo'].entries())
    await organization(db, { name, createdAt: before((3 - n) * DAY_MS) })
  const list = (search: string) => open(organizations, `/organizations/${search}`)
  const created = ({ heads }: Awaited<ReturnType<typeof list>>) =>
    heads.find(([label]) => label === 'Created')?.slice(1)
  const byLikeness = await list('?q=cargo')
  expect(byLikeness.rows).toEqual(['Cargo', 'Cargo of the Steppe', 'Trans Cargo'])
  expect(byLikeness.html).not.toContain('aria-sort')
  expect(created(byLikeness)).toEqual(['', '/organizations/?q=cargo&sort=newest'])
  const newest = await list('?q=cargo&sort=newest')
  expect(newest.rows).toEqual(['Trans Cargo', 'Cargo of the Steppe', 'Cargo'])
  expect(created(newest)).toEqual(['descending', '/organizations/?q=cargo&sort=oldest'])
  expect(created(await list('?q=cargo&sort=oldest'))).toEqual(['ascending', '/organizations/?q=cargo&sort=newest'])
  for (const search of ['', '?sort=newest'])
    expect(created(await list(search))).toEqual(['descending', '/organizations/?sort=oldest'])
  expect(created(await list('?sort=oldest'))).toEqual(['ascending', '/organizations/'])
})

it('recovery requests are sorted by likelihood, the likeliest first, by name and by time', async () => {
  const user = await staff(db, 'manager', 'Ольга Кузнецова')
  const file = (name: string, days: number, oldPhone: string) =>
    insertRecoveryRequest(db, {
      id: randomUUID(),
      name,
      nameKey: '',
      oldPhone,
      newPhone: '+77019990000',
      message: 'Lost my SIM card',
      createdAt: before(days * DAY_MS),
    })
  await file('Bota', 3, '+77050000001')
  await file('Chen', 2, user.phone)
  await file('Anna', 1, '+77050000002')
  const rows = async (sort: string) => (await open(recovery, `/users/recovery?sort=${sort}`)).rows
  expect(await rows('nonsense')).toEqual(['Chen', 'Bota', 'Anna'])
  expect(await rows('unlikely')).toEqual(['Bota', 'Anna', 'Chen'])
  expect(await rows('newest')).toEqual(['Anna', 'Chen', 'Bota'])
  expect(await rows('oldest')).toEqual(['Bota', 'Chen', 'Anna'])
  expect(await rows('name')).toEqual(['Anna', 'Bota', 'Chen'])
  expect(await rows('name-last')).toEqual(['Chen', 'Bota', 'Anna'])
  const saysLikeliest = async (sort: string) =>
    (await open(recovery, `/users/recovery?sort=${sort}`)).html.includes('most likely first')
  expect([await saysLikeliest('likely'), await saysLikeliest('unlikely'), await saysLikeliest('newest')]).toEqual([
    true,
    false,
    false,
  ])
  const { heads } = await open(recovery, '/users/recovery?state=waiting&sort=newest')
  expect(heads).toEqual([
    ['Name', '', '/users/recovery?state=waiting&sort=name'],
    ['Likelihood', '', '/users/recovery?state=waiting'],
    ['Submitted', 'descending', '/users/recovery?state=waiting&sort=oldest'],
  ])
})

it('kept views are sorted by name and by list', async () => {
  const view = (name: string, path: string) => ({
    id: randomUUID(),
    name,
    path,
    search: '',
    sharedWith: null,
    isOwn: true,
  })
  const actor = { ...admin, views: [view('Any', '/users/'), view('Best', '/invites/'), view('Cool', '/users/')] }
  const rows = async (sort: string) => (await open(views, `/views?sort=${sort}`, {}, actor)).rows
  expect(await rows('')).toEqual(['Any', 'Best', 'Cool'])
  expect(await rows('name-last')).toEqual(['Cool', 'Best', 'Any'])
  expect(await rows('list')).toEqual(['Best', 'Any', 'Cool'])
  expect(await rows('list-last')).toEqual(['Cool', 'Any', 'Best'])
  const { heads } = await open(views, '/views?sort=list', {}, actor)
  expect(heads).toEqual([
    ['Name', '', '/views'],
    ['List', 'ascending', '/views?sort=list-last'],
  ])
})

it('templates are sorted by text and by use, and the links to dialogs keep the order', async () => {
  await addTemplate(db, { en: 'Cut off', usedCount: 2 })
  await addTemplate(db, { en: 'Blurred', usedCount: 9, isArchived: true })
  await addTemplate(db, { en: 'All wrong', usedCount: 1 })
  const rows = async (sort: string) => (await open(templates, `/settings/templates?sort=${sort}`)).rows
  expect(await rows('')).toEqual(['Cut off', 'All wrong', 'Blurred'])
  expect(await rows('text')).toEqual(['All wrong', 'Blurred', 'Cut off'])
  expect(await rows('text-last')).toEqual(['Cut off', 'Blurred', 'All wrong'])
  expect(await rows('most')).toEqual(['Blurred', 'Cut off', 'All wrong'])
  expect(await rows('least')).toEqual(['All wrong', 'Cut off', 'Blurred'])
  const { heads, links } = await open(templates, '/settings/templates?sort=most')
  expect(heads).toEqual([
    ['Text', '', '/settings/templates?sort=text'],
    ['Times used', 'descending', '/settings/templates?sort=least'],
  ])
  for (const link of links) expect(link).toMatch(/\?sort=most$/)
})

it('the applications of an organization have an order of their own, beside that of the list behind them', async () => {
  const { id } = await organization(db)
  const add = (
    type: 'address_change' | 'initial_registration' | 'tax_registration_renewal',
    days: number,
    reviewed?: number,
  ) =>
    verification(db, {
      organizationId: id,
      type,
      status: reviewed === undefined ? 'pending' : 'approved',
      reviewer: admin,
      submittedAt: before(days * DAY_MS),
      reviewedAt: reviewed === undefined ? null : before(reviewed * DAY_MS),
    })
  await add('initial_registration', 9, 8)
  await add('address_change', 6, 1)
  await add('tax_registration_renewal', 3)
  const [initial, address, tax] = ['Initial registration', 'Address change', 'Tax registration renewal']
  const at = `/organizations/${id}`
  const rows = async (order: string) => (await open(organizationPage, `${at}?sort=name&order=${order}`, { id })).rows
  expect(await rows('')).toEqual([tax, address, initial])
  expect(await rows('oldest')).toEqual([initial, address, tax])
  expect(await rows('reviewed')).toEqual([address, initial, tax])
  expect(await rows('reviewed-last')).toEqual([tax, initial, address])
  const { heads } = await open(organizationPage, `${at}?sort=name&order=oldest`, { id })
  expect(heads).toEqual([
    ['Submitted at', 'ascending', `${at}?sort=name`],
    ['Reviewed at', '', `${at}?sort=name&order=reviewed`],
  ])
})
