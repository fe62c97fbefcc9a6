import { expect, it } from 'vitest'
import type { Actor } from '../../../app/domain/access'
import SignedIn, { loader } from '../../../app/routes/signed-in'
import type { OrganizationStatus, Role } from '../../../app/vocabulary'
import { openTestDatabase } from '../../support/database'
import { pageHtml } from '../../support/render'
import { visit } from '../../support/requests'
import { testServices } from '../../support/services'
import { organization, partner } from '../../support/verifications'

const db = await openTestDatabase()
const services = await testServices()
const { id: organizationId } = await organization(db)
const applicant = await partner(db, organizationId)

const menuOf = (more: Partial<Actor>) =>
  loader(visit(services, '/', { actor: { ...applicant, organizationId: null, ...more } }) as never)
const named = (of: Record<string, boolean>) => Object.keys(of).filter((name) => of[name])

it.each<[Role, sees: string[], mayCreate: string[]]>([
  ['cashier', ['dashboard', 'organizations', 'verifications', 'invites', 'audit', 'inbox'], ['invites']],
  [
    'manager',
    ['dashboard', 'organizations', 'verifications', 'invites', 'users', 'audit', 'inbox'],
    ['invites', 'users'],
  ],
])('the menu of a %s leads to %j and offers to create %j', async (role, sees, mayCreate) => {
  const menu = await menuOf({ role })
  expect([named(menu.sees), named(menu.mayCreate)]).toEqual([sees, mayCreate])
  expect(menu).toMatchObject({ isStaff: true, home: '/', ownOrganizationId: null })
})

it('the menu of a partner leads to their own organization only', async () => {
  const menu = await menuOf({ organizationId })
  expect([named(menu.sees), named(menu.mayCreate)]).toEqual([[], []])
  expect(menu).toMatchObject({ isStaff: false, ownOrganizationId: organizationId })
  expect(menu.home).toContain(`/organizations/${organizationId}/`)
})

it.each([
  ['/', 'Dashboard'],
  ['/inbox', 'Inbox'],
  ['/users/invite', 'Users'],
])('at %s the menu marks %s, and nothing else, as the current page', async (at, label) => {
  const root = { language: 'en', toasts: [], preferences: { theme: 'system', isSidebarCollapsed: false } }
  const html = await pageHtml(SignedIn, { loaderData: await menuOf({ role: 'manager' }) }, { at, root })
  const current = html.matchAll(/<a [^>]*aria-current="page".*?<span class="sidebar-text">([^<]*)</g)
  expect([...current].map(([, text]) => text)).toEqual([label])
})

/** The frame around a page as this person gets it. */
const frameOf = async (more: Partial<Actor>) => {
  const root = { language: 'en', toasts: [], preferences: { theme: 'system', isSidebarCollapsed: false } }
  return pageHtml(SignedIn, { loaderData: await menuOf(more) }, { at: '/settings/account', root })
}
const entriesIn = (html: string) =>
  [...html.matchAll(/<a [^>]*class="sidebar-link[^>]*>.*?<span class="sidebar-text">([^<]*)</g)].map(([, text]) => text)

it('the sidebar lists the pages the user may open and no others', async () => {
  const everybodys = ['Dashboard', 'Inbox', 'Organizations', 'Verifications', 'Invite codes']
  expect(entriesIn(await frameOf({ role: 'cashier' }))).toEqual([...everybodys, 'Audit log'])
  const managers = await frameOf({ role: 'manager' })
  expect(entriesIn(managers)).toEqual([...everybodys, 'Users', 'Audit log'])
  expect(managers).not.toContain('Your organization')
})

it.each<[OrganizationStatus, entries: string[]]>([
  ['draft', ['Organization setup', 'Application status']],
  ['pending', ['Application status']],
  ['rejected', ['Organization setup', 'Application status']],
  ['active', ['Application status']],
])('the sidebar of a partner whose organization is %s lists %j', async (status, entries) => {
  const { id } = await organization(db, { status })
  expect(entriesIn(await frameOf({ ...(await partner(db, id)), organizationId: id }))).toEqual(entries)
})

it('the inbox link shows the number of unread entries, and no number when all are read', async () => {
  expect(await frameOf({ role: 'manager', unread: { mention: 1200 } })).toContain(
    '<span class="sidebar-text">Inbox</span><span class="count"> 1,200</span>',
  )
  expect(await frameOf({ role: 'manager', unread: { mention: 0 } })).not.toContain('class="count"')
})

it('search and shortcuts are for staff, while settings, glossary and sign-out are for everybody', async () => {
  const of = async (more: Partial<Actor>) => {
    const html = await frameOf(more)
    const offered = ['/search', '/settings', '/shortcuts', '/glossary', '/sign-out']
    return offered.filter((address) => html.includes(`="${address}"`))
  }
  expect(await of({ role: 'cashier' })).toEqual(['/search', '/settings', '/shortcuts', '/glossary', '/sign-out'])
  expect(await of({ organizationId })).toEqual(['/settings', '/glossary', '/sign-out'])
})

it('the account menu shows the user’s name with their role, or as a partner', async () => {
  const said = async (more: Partial<Actor>) => (await frameOf(more)).replaceAll(/<[^>]*>/g, '')
  expect(await said({ role: 'cashier' })).toContain(`${applicant.username} Cashier`)
  expect(await said({ organizationId })).toContain(`${applicant.username} Partner`)
})

it('the menu shows an unread count only above 0, and hides keys from users who switched them off', async () => {
  const unread = async (mention: number) => (await menuOf({ role: 'manager', unread: { mention } })).unread
  expect([await unread(0), await unread(1200)]).toEqual([null, '1,200'])
  expect((await menuOf({ role: 'manager', hasShortcuts: false })).hidesKeys).toBe(true)
  expect((await menuOf({ role: 'manager', hasShortcuts: true })).hidesKeys).toBe(false)
})
