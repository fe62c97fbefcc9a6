import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { branches, brands, organizations } from '../../../app/db/schema/organizations'
import type { Actor } from '../../../app/domain/access'
import Detail, { loader as detail } from '../../../app/routes/organizations/detail'
import { loader as documentFile } from '../../../app/routes/organizations/documents/file'
import List, { loader as list } from '../../../app/routes/organizations/list'
import { emptyTables, openTestDatabase, statementsDuring } from '../../support/database'
import { YesNo } from '../../../app/routes/organizations/tabs/yes-no'
import { pageHtml, serverHtml } from '../../support/render'
import { answerOf, visit } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { addDocument, before, organization, partner, staff, verification } from '../../support/verifications'
import { DAY_MS } from '../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
let manager: Actor
let cashier: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  manager = await staff(db, 'manager', 'Ольга Кузнецова')
  cashier = await staff(db, 'cashier', 'Daniel Brooks')
})

const readList = (search = '', actor = manager) =>
  list(visit(services, `/organizations/${search}`, { actor }) as unknown as Parameters<typeof list>[0])
const namesIn = async (search: string) => (await readList(search)).rows.map(({ name }) => name)
const open = (id: string, search = '', actor = manager) =>
  answerOf(() => detail(visit(services, `/organizations/${id}${search}`, { actor, params: { id } }) as never))
const pageOf = async (id: string, search = '', actor = manager) => {
  const { body } = await open(id, search, actor)
  return pageHtml(Detail, { loaderData: body })
}

it('readers who see only their own acts read that they did nothing yet, not that nothing was done', async () => {
  const { id } = await organization(db)
  for (const actor of [manager, cashier]) {
    const html = await pageOf(id, '', actor)
    for (const text of ['>Your activity<', 'You have not done anything here yet']) expect(html).toContain(text)
    expect(html.slice(html.indexOf('Your activity'))).not.toContain('Nothing yet')
  }
  const seenByAdmin = await pageOf(id, '', await staff(db, 'admin', '李伟'))
  expect(seenByAdmin.slice(seenByAdmin.indexOf('>Activity<'))).toContain('Nothing yet')
})

it('the people of an organization link to their pages', async () => {
  const { id } = await organization(db)
  const person = await partner(db, id)
  const html = await pageOf(id, '', await staff(db, 'admin', '李伟'))
  expect(html).toMatch(new RegExp(`href="/users/${person.id}"[^>]*>(<[^>]*>)*${person.username}`))
})

describe('the list', () => {
  beforeEach(async () => {
    await organization(db, { name: 'Тянь-Шань Экспресс', country: 'KZ', status: 'active', operationMode: 'hybrid' })
    await organization(db, { name: '天山货运', country: 'CN', status: 'draft', createdAt: before(1 * DAY_MS) })
    await organization(db, {
      name: '100% Cargo_Line',
      legalName: 'Delta Holding Inc.',
      registrationNumber: '98-7654321',
      country: 'US',
      status: 'suspended',
      isTrial: false,
      createdAt: before(2 * DAY_MS),
    })
  })

  it('says what it is for while it is empty', async () => {
    await emptyTables(db)
    const html = await pageHtml(List, { loaderData: await readList() })
    for (const words of ['Nothing yet', 'Organizations appear here as soon as a partner starts to set one up.'])
      expect(html).toContain(words)
  })

  it('shows the newest first', async () => {
    expect(await namesIn('')).toEqual(['天山货运', '100% Cargo_Line', 'Тянь-Шань Экспресс'])
  })

  it.each([
    ['part of a name, in every script', '?q=шань', ['天山货运', 'Тянь-Шань Экспресс']],
    ['the legal name', '?q=delta', ['100% Cargo_Line']],
    ['a part of the registration number', '?q=7654', ['100% Cargo_Line']],
    ['the registration number as it stands', '?q=98-7654321', ['100% Cargo_Line']],
    ['the registration number without its dash', '?q=987654321', ['100% Cargo_Line']],
    ['a number in the name', '?q=100%25', ['100% Cargo_Line']],
    ['words with signs between them', '?q=cargo_l', ['100% Cargo_Line']],
    ['signs alone', '?q=%5C%25_', []],
    ['several statuses', '?status=active&status=draft', ['天山货运', 'Тянь-Шань Экспресс']],
    ['statuses in one value', '?status=active,draft', ['天山货运', 'Тянь-Шань Экспресс']],
    ['an operation mode', '?mode=hybrid', ['Тянь-Шань Экспресс']],
    ['a country', '?country=CN', ['天山货运']],
    ['everything at once', '?q=cargo&status=suspended&country=US&mode=self_operated', ['100% Cargo_Line']],
  ])('finds organizations by %s', async (_, search, names) => {
    expect(await namesIn(search)).toEqual(names)
  })

  it.each(['?status=closed', '?country=FR', '?mode=', '?page=x&pageSize=7', '?q=a&q=b'])(
    'ignores the invalid params in %s',
    async (search) => expect(await namesIn(search)).toHaveLength(3),
  )

  it('says that no name matches exactly when it shows only similar names', async () => {
    const isSaid = async (search: string) =>
      (await pageHtml(List, { loaderData: await readList(search) })).includes('No exact match. Similar names:')
    await organization(db, { name: 'Steppe Freight' })
    expect([await isSaid('?q=Stepe+Frieght'), await isSaid('?q=cargo'), await isSaid('')]).toEqual([true, false, false])
  })

  it('links what an organization waits for to its application, if it has one', async () => {
    const { id: organizationId } = await organization(db, { name: 'Altai', status: 'pending' })
    const open = await verification(db, { organizationId, type: 'operation_mode_change' })
    const html = await pageHtml(List, { loaderData: await readList('?q=altai') })
    expect(html).toMatch(new RegExp(`<a [^>]*href="/verifications/mode-changes/${open.id}"[^>]*>Review<`))
    const draft = await pageHtml(List, { loaderData: await readList('?status=draft') })
    expect(draft).toContain('Setup by the partner')
    expect(draft).not.toContain('/verifications/mode-changes')
  })

  it('keeps the order when it is filtered, as the only hidden field of its form', async () => {
    const html = await pageHtml(List, { loaderData: await readList('?sort=name&status=active&country=KZ&q=a') })
    const form = /<form[^>]*role="search".*?<\/form>/s.exec(html)?.[0] ?? ''
    expect([...form.matchAll(/type="hidden" name="(\w+)"/g)].map(([, name]) => name)).toEqual(['sort'])
  })

  it('shows beside each filter how many it would leave', async () => {
    const html = await pageHtml(List, { loaderData: await readList() })
    const countOf = (value: string) =>
      new RegExp(
        `value="${value}"[^>]*/>(?:<[^>]*>)*[^<]*(?:<[^>]*>)*<span class="filter-count"> (?:<!-- -->)?(\\d+)<`,
      ).exec(html)?.[1]
    expect([countOf('draft'), countOf('hybrid'), countOf('CN'), countOf('archived')]).toEqual(['1', '1', '1', '0'])
  })

  it('shows the last page for a page past the end', async () => {
    for (let n = 0; n < 8; n += 1) await organization(db, { name: `Terminal ${n}`, createdAt: before(90 * DAY_MS) })
    const page = await readList('?page=99')
    expect([page.state.page, page.total, page.rows.length]).toEqual([2, 11, 1])
  })

  it('takes 2 statements', async () => {
    expect(await statementsDuring(() => readList('?pageSize=100'))).toBe(2)
  })

  it('links each row to its page with the filters to come back to, and shows Trial or Official', async () => {
    const html = await pageHtml(List, { loaderData: await readList('?country=US&country=CN') })
    expect(html).toMatch(/href="\/organizations\/[0-9a-f-]{36}\?country=CN&amp;country=US"/)
    expect(html).toContain('Trial')
    expect(html).toContain('Official')
  })
})

describe('one organization', () => {
  const fill = async () => {
    const found = await organization(db, { name: 'Steppe Freight', status: 'active' })
    const branch = { organizationId: found.id, person: 'Ерлан Жүнісов', address: 'Abay Avenue 10' }
    await db.insert(branches).values([
      { ...branch, name: 'Customs post', phone: '+77272000002', email: 'post@steppe.example', isPrimary: false },
      { ...branch, name: 'Head office', phone: '+77272000003', email: 'head@steppe.example', isPrimary: true },
    ])
    const brand = {
      organizationId: found.id,
      localName: 'Дала Go',
      slogan: 'On time',
      primaryColor: '#15803d',
      secondaryColor: '#0f766e',
      countries: ['KZ' as const, 'CN' as const],
    }
    await db.insert(brands).values([
      { ...brand, name: 'Steppe Go' },
      { ...brand, name: 'Altai Go' },
    ])
    const application = await verification(db, { organizationId: found.id, status: 'approved', reviewer: manager })
    const change = await verification(db, { organizationId: found.id, type: 'operation_mode_change' })
    const document = await addDocument(db, application, 'verified')
    return { found, application, change, document }
  }

  it('shows all facts of the overview and links to its applications and its acts', async () => {
    const { found, application, change } = await fill()
    const html = await pageOf(found.id)
    for (const text of ['Steppe Freight LLP', '180440012345', 'Kazakhstan', 'Self-operated', 'Trial', 'Asia/Almaty'])
      expect(html).toContain(text)
    for (const text of ['office@steppe.example', '+7 7272 00 00 01', '30 min', '1,000 kg', '09:00-18:00'])
      expect(html).toContain(text)
    expect(html).toContain(`href="/verifications/${application.id}"`)
    expect(html).toContain(`href="/verifications/mode-changes/${change.id}"`)
    const [, acts = ''] = /href="\/audit\?([^"]+)"/.exec(html) ?? []
    expect(acts).toBe(`organization=${found.id}`)
  })

  it('tells applications of one type apart by their day for screen readers', async () => {
    const { found, application } = await fill()
    expect(await pageOf(found.id)).not.toContain('Initial registration<span')
    await verification(db, { organizationId: found.id, status: 'rejected', submittedAt: before(40 * DAY_MS) })
    const html = await pageOf(found.id)
    const [, day] =
      /Initial registration<span class="sr-only">, ([^<]+)</.exec(html.slice(html.indexOf(application.id))) ?? []
    expect(html.match(/Initial registration<span class="sr-only">, [^<]+</g)).toHaveLength(2)
    expect(html).toContain(`>${day}</time>`)
  })

  it('shows the primary branch first, with phones and e-mails', async () => {
    const { found } = await fill()
    const html = await pageOf(found.id, '?tab=contacts')
    expect(html.indexOf('Head office')).toBeLessThan(html.indexOf('Customs post'))
    expect(html).toContain('post@steppe.example')
    expect(html).toContain('href="tel:+77272000003"')
    expect(html).toContain('+7 7272 00 00 03')
  })

  it('shows the other branches in the order of their names', async () => {
    const { id: organizationId } = await organization(db)
    const [person, phone, email, address] = ['Ерлан', '+77272000002', 'post@steppe.example', 'Abay Avenue 10']
    const branch = { organizationId, person, phone, email, address, isPrimary: false }
    await db.insert(branches).values([
      { ...branch, id: '10000000-0000-4000-8000-000000000000', name: 'Zhetysu depot' },
      { ...branch, id: '20000000-0000-4000-8000-000000000000', name: 'Aral depot' },
      { ...branch, id: '30000000-0000-4000-8000-000000000000', name: 'Yrgyz depot', isPrimary: true },
    ])
    const html = await pageOf(organizationId, '?tab=contacts')
    expect(html.match(/(Aral|Yrgyz|Zhetysu) depot/g)).toEqual(['Yrgyz depot', 'Aral depot', 'Zhetysu depot'])
  })

  it('hides the bank account and the representative from a cashier', async () => {
    const { found } = await fill()
    const held = {
      bankName: 'Halyk',
      bankAccount: 'KZ860125KZT5004100100',
      representativeName: 'Алия Сейіт',
      representativeDocument: 'N 12345678',
    }
    await db.update(organizations).set(held).where(eq(organizations.id, found.id))
    const told = async (actor: Actor) => {
      const text = JSON.stringify((await open(found.id, '', actor)).body)
      return Object.values(held).filter((value) => text.includes(value))
    }
    expect([await told(manager), await told(cashier)]).toEqual([Object.values(held), []])
  })

  it('shows brands by name, with their colours drawn without inline styles', async () => {
    const { found } = await fill()
    const html = await pageOf(found.id, '?tab=brands')
    expect(html.indexOf('Altai Go')).toBeLessThan(html.indexOf('Steppe Go'))
    expect(html).toContain('Kazakhstan · China')
    expect(html).toContain('fill="#15803d"')
    expect(html).not.toContain('style=')
  })

  it('links each document to its file, which answers 403 to a cashier and 404 under another organization', async () => {
    const { found, document } = await fill()
    const html = await pageOf(found.id, '?tab=documents')
    const href = `/organizations/${found.id}/documents/${document.id}/file`
    expect(html).toContain(`href="${href}"`)
    const file = (actor: Actor, id = found.id) =>
      answerOf(() => documentFile(visit(services, href, { actor, params: { id, documentId: document.id } }) as never))
    expect((await file(cashier)).status).toBe(403)
    expect((await file(manager, (await organization(db)).id)).status).toBe(404)
    expect(html).toContain('Verified')
  })

  it('shows on its tabs how many branches, brands and documents there are', async () => {
    const { found } = await fill()
    await db.insert(branches).values({
      organizationId: found.id,
      name: 'Depot',
      person: 'Li Wei',
      address: 'Abay Avenue 11',
      phone: '+77272000009',
      email: 'depot@steppe.example',
      isPrimary: false,
    })
    const html = await pageOf(found.id, '?status=active')
    const tab = (name: string) =>
      new RegExp(`href="([^"]*tab=${name})"[^>]*>[^<]*<span[^>]*> (\\d+)<`).exec(html)?.slice(1)
    expect(tab('contacts')).toEqual([`/organizations/${found.id}?status=active&amp;tab=contacts`, '3'])
    expect([tab('brands')?.[1], tab('documents')?.[1]]).toEqual(['2', '1'])
  })

  it('names a possible duplicate and what the two share, and nothing without one', async () => {
    const { id } = await organization(db, { name: 'Altai', registrationNumber: '111111111111', phone: '+77272000555' })
    expect(await pageOf(id)).not.toContain('This may be a duplicate')
    const twin = await organization(db, { name: 'Volga', registrationNumber: '111111111111', phone: '+77272000555' })
    const html = await pageOf(id)
    expect(html).toContain('This may be a duplicate')
    expect(html).toContain(`href="/organizations/${twin.id}"`)
    expect(html).toContain('same registration number · same phone')
  })

  it('tells a cashier that their role cannot see phones and e-mails', async () => {
    const { found } = await fill()
    expect((await pageOf(found.id, '', cashier)).match(/Your role cannot see this/g)).toHaveLength(2)
    expect(await pageOf(found.id, '?tab=contacts', cashier)).toContain('Your role cannot see phone numbers and emails.')
    expect(await pageOf(found.id, '?tab=contacts')).not.toContain('Your role cannot see')
  })

  it('marks the primary branch and no other', async () => {
    const { found } = await fill()
    const html = await pageOf(found.id, '?tab=contacts')
    expect(html.match(/#star/g)).toHaveLength(1)
    expect(html.slice(0, html.indexOf('#star'))).toContain('Head office')
    expect(html.slice(0, html.indexOf('#star'))).not.toContain('Customs post')
  })

  it('says whether a brand colour is readable on white, and which text colour is readable on it', async () => {
    const { found } = await fill()
    await db.update(brands).set({ primaryColor: '#fde047', secondaryColor: '#1e3a8a' })
    const html = (await pageOf(found.id, '?tab=brands')).replaceAll(/<[^>]*>/g, ' ')
    expect(html).toMatch(/#fde047 .*?hard to read.*?Black text on it.*?#1e3a8a .*?readable.*?White text on it/)
  })

  it('links a document to its application, and offers only the verdicts that are possible', async () => {
    const { found, application, document } = await fill()
    await addDocument(db, application, 'pending', { fileName: 'lease.pdf' })
    const html = await pageOf(found.id, '?tab=documents')
    expect(html).toContain(`href="/verifications/${application.id}"`)
    const acts = (id: string) =>
      ['verify', 'reject', 'file?download'].filter((act) => html.includes(`/documents/${id}/${act}`))
    expect(acts(document.id)).toEqual(['reject', 'file?download'])
    const other = /documents\/([0-9a-f-]{36})\/verify/.exec(html)?.[1] ?? ''
    expect(acts(other)).toEqual(['verify', 'reject', 'file?download'])
    await db.update(organizations).set({ status: 'archived' })
    expect(await pageOf(found.id, '?tab=documents')).not.toMatch(/\/(verify|reject)\?/)
  })

  it('shows the settings', async () => {
    const { found } = await fill()
    const html = await pageOf(found.id, '?tab=settings')
    for (const text of ['Virtual warehouse', 'Customer self-service', 'Русский', 'KZT']) expect(html).toContain(text)
  })

  it('shows the overview for an unknown tab', async () => {
    const { found } = await fill()
    expect(await pageOf(found.id, '?tab=nonsense')).toContain('Basic information')
  })

  it('leads back to the list with its filters', async () => {
    const { found } = await fill()
    expect(await pageOf(found.id, '?status=active&page=3&tab=brands')).toContain(
      'href="/organizations/?status=active&amp;page=3"',
    )
  })

  it.each(['overview', 'contacts', 'brands', 'documents', 'settings'])(
    'takes at most 7 statements for the overview and 2 for any other tab: %s',
    async (tab) => {
      const { found } = await fill()
      expect(await statementsDuring(() => open(found.id, `?tab=${tab}`))).toBeLessThanOrEqual(
        tab === 'overview' ? 7 : 2,
      )
    },
  )

  it.each(['overview', 'contacts'])('hides phones and e-mails from a cashier in %s', async (tab) => {
    const { found } = await fill()
    const { status, body } = await open(found.id, `?tab=${tab}`, cashier)
    expect(status).toBe(200)
    expect(JSON.stringify(body)).toContain('Steppe Freight')
    expect(JSON.stringify(body)).not.toMatch(/@steppe|\+7\s?727/)
  })

  it('has no documents tab for a cashier, and answers 403 to its address', async () => {
    const { found } = await fill()
    expect(await pageOf(found.id, '', cashier)).not.toContain('tab=documents')
    expect((await open(found.id, '?tab=documents', cashier)).status).toBe(403)
  })

  it.each([
    ['cashier', 'active', false, false, []],
    ['manager', 'active', true, true, []],
    ['manager', 'archived', true, false, []],
    ['admin', 'active', true, true, ['suspend']],
    ['admin', 'approved', true, true, ['activate', 'archive']],
  ] as const)(
    'lets a %s read and change what the role may while it is %s',
    async (role, status, reads, isEditable, changes) => {
      const { id } = await organization(db, { status })
      const { body } = await open(id, '?country=KZ&tab=settings', { ...manager, role })
      expect(body).toMatchObject({
        readsDocuments: reads,
        readsMessages: reads,
        readsNotes: reads,
        isEditable,
        changes,
        backHref: '/organizations/?country=KZ',
        content: { tab: 'settings' },
      })
      for (const tab of ['documents', 'messages', 'notes'])
        expect((await open(id, `?tab=${tab}`, { ...manager, role })).status).toBe(reads ? 200 : 403)
    },
  )

  it.each(['4f0c0f0a-0000-4000-8000-000000000000', 'steppe', '%00'])(
    'answers 404 for %s with a way back',
    async (id) => {
      const { status } = await open(id)
      expect(status).toBe(404)
      expect(await pageOf(id, '?country=KZ')).toContain('href="/organizations/?country=KZ"')
    },
  )
})

it('a setting reads Yes when it is on and No when it is off', async () => {
  expect(await serverHtml(<YesNo is />)).toContain('Yes')
  expect(await serverHtml(<YesNo is={false} />)).toContain('No')
})
