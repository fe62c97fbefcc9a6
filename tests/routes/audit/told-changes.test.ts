import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { brands } from '../../../app/db/schema/organizations'
import { users } from '../../../app/db/schema/users'
import type { Actor } from '../../../app/domain/access'
import { recordAudit, type AuditEntry } from '../../../app/domain/audit/audit.server'
import { saveOwnAccount } from '../../../app/domain/settings/account.server'
import { erasePerson } from '../../../app/domain/users/personal-data/erase-person.server'
import { loader as exported } from '../../../app/routes/audit/export'
import { loader } from '../../../app/routes/audit/list'
import * as removeBrand from '../../../app/routes/organizations/edit/remove-brand'
import * as sectionDialog from '../../../app/routes/organizations/edit/section'
import { LANGUAGES, type Language } from '../../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../../support/database'
import { organizationDialogs } from '../../support/organization-dialogs'
import { visit } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { signedInStaff } from '../../support/signed-in'
import { addBrand, organization, permitOf, staff } from '../../support/verifications'

const db = await openTestDatabase()
let services: TestServices
let admin: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  admin = await signedInStaff(db, services, 'admin', 'Сәуле Ахметова')
})
const { post, basic } = organizationDialogs(db, () => ({ services }))

const rows = async (language: Language = 'en') => {
  const args = visit(services, '/audit', { actor: admin, language })
  return (await loader(args as unknown as Parameters<typeof loader>[0])).rows
}
/** The changes in the newest row of the log as its page shows them: “field: before → after”, or “field: value”. */
const told = async (language?: Language) => {
  const [row] = await rows(language)
  return row?.changes.map(({ name, before, after }) =>
    before === null || after === null || before === after
      ? `${name}: ${after ?? before}`
      : `${name}: ${before} → ${after}`,
  )
}
/** The same in the file of the log. */
const inFile = async () => {
  const answer = await exported(visit(services, '/audit/export', { actor: admin }) as never)
  return (await answer.text()).split('\r\n')[1] ?? ''
}
const record = (entry: Pick<AuditEntry, 'action' | 'objectType'> & Partial<AuditEntry>) =>
  recordAudit(db, { at: services.now(), actor: admin, objectId: randomUUID(), requestId: 'REFERENCE0', ...entry })

type Fields = [string, string][]
const BRANCHES_BEFORE = { branches: ['A', 'B'], primaryBranch: 'A' }
const ACCOUNT = { username: 'Сәуле Ахметова', language: 'en', timeZone: 'Asia/Almaty' } as const
const BRAND: Fields = [
  ['brandName', 'Caspian Go'],
  ['localName', 'Каспий Go'],
  ['slogan', ''],
  ['primaryColor', '#1d4ed8'],
  ['secondaryColor', '#facc15'],
  ['countries', 'KZ'],
]
const brandWith = (more: Record<string, string>): Fields => BRAND.map(([name, value]) => [name, more[name] ?? value])

describe('a brand in the audit log', () => {
  const added = async () => {
    const { id } = await organization(db)
    expect((await post(sectionDialog, id, 'brands/new', admin, [...BRAND, ['version', '1']])).status).toBe(302)
    const [brand] = await db.select().from(brands).where(eq(brands.organizationId, id))
    const brandId = brand?.id ?? ''
    const edit = (more: Record<string, string>) =>
      post(sectionDialog, id, `brands/${brandId}/edit`, admin, [...brandWith(more), ['version', '2']], { brandId })
    const remove = () => post(removeBrand, id, `brands/${brandId}/remove`, admin, { version: '2' }, { brandId })
    return { edit, remove }
  }

  it('when added shows each field once and never as the organization name', async () => {
    await added()
    expect(await told()).toEqual([
      'Brand name: — → Caspian Go',
      'Slogan: —',
      'Applicable countries: Kazakhstan',
      'Local name: Каспий Go',
      'Primary color: #1d4ed8',
      'Secondary color: #facc15',
    ])
    expect(await inFile()).not.toContain('Organization name')
  })

  it('when renamed shows its name before and after', async () => {
    await (await added()).edit({ brandName: 'Renamed brand' })
    expect(await told()).toEqual(['Brand name: Caspian Go → Renamed brand'])
    expect(await inFile()).toContain('Brand name: Caspian Go → Renamed brand,')
  })

  it('when otherwise edited shows its name once beside what changed', async () => {
    await (await added()).edit({ slogan: 'On time' })
    expect(await told()).toEqual(['Brand name: Caspian Go', 'Slogan: — → On time'])
    expect(await inFile()).toContain('Brand name: Caspian Go; Slogan: — → On time')
  })

  it('when deleted shows only its name', async () => {
    await (await added()).remove()
    expect(await told()).toEqual(['Brand name: Caspian Go → —'])
  })

  it.each([
    ['added', { version: 1 }, { brand: 'Zhol', name: 'Zhol', version: 2 }, ['Brand name: — → Zhol']],
    ['renamed', { name: 'Zhol' }, { brand: 'Zhol Go', name: 'Zhol Go' }, ['Brand name: Zhol → Zhol Go']],
    [
      'changed beside the name of the organization',
      { name: 'Steppe', slogan: '' },
      { name: 'Steppe Freight', brand: 'Zhol', slogan: 'On time' },
      ['Brand name: Zhol', 'Organization name: Steppe → Steppe Freight', 'Slogan: — → On time'],
    ],
  ])('reads the same in older rows that hold the name twice: %s', async (_, before, after, words) => {
    await record({ action: 'organization.edit', objectType: 'organization', before, after })
    expect(await told()).toEqual(words)
  })
})

it('a renamed organization shows the change as its organization name', async () => {
  const { id } = await organization(db)
  await addBrand(db, id)
  await basic(id, admin, { version: '1', name: 'Steppe Cargo' })
  expect(await told()).toEqual(['Organization name: Steppe Freight → Steppe Cargo'])
})

it.each([
  ['en', ['Name: S view → Renamed', 'Shared with: Nobody → Manager', 'Shared with: Manager → Admin']],
  ['ru', ['Название: S view → Renamed', 'Кому видна: Никому → Менеджер', 'Кому видна: Менеджер → Администратор']],
  ['kk', ['Атауы: S view → Renamed', 'Кімге көрінеді: Ешкімге → Менеджер', 'Кімге көрінеді: Менеджер → Әкімші']],
  ['zh', ['名称: S view → Renamed', '共享给: 不共享 → 经理', '共享给: 经理 → 管理员']],
] as const)('a changed view shows its name and the role it is shared with, in %s', async (language, words) => {
  const view = { action: 'view.edit', objectType: 'view' } as const
  const [both, role] = [
    [
      { name: 'S view', sharedWith: null },
      { name: 'Renamed', sharedWith: 'manager' },
    ],
    [{ sharedWith: 'manager' }, { sharedWith: 'admin' }],
  ] as const
  await record({ ...view, before: both[0], after: both[1] })
  expect(await told(language)).toEqual([words[0], words[1]])
  services.clock.advance(1000)
  await record({ ...view, before: role[0], after: role[1] })
  expect(await told(language)).toEqual([words[2]])
})

describe.each(LANGUAGES)('a passkey, in %s', (language) => {
  const OBJECT = { en: 'Passkey', ru: 'Ключ доступа', kk: 'Кіру кілті', zh: '通行密钥' }[language]

  it.each([
    { action: 'passkey.add', after: { username: 'Office laptop' } },
    { action: 'passkey.remove', before: { username: 'Office laptop' } },
  ] as const)('shows the name its owner gave it: $action', async (entry) => {
    await record({ objectType: 'passkey', ...entry })
    expect((await rows(language))[0]?.object).toMatchObject({ name: OBJECT, href: null })
    expect(await told(language)).toEqual([`${OBJECT}: Office laptop`])
  })

  it('that was refused shows its name as a passkey, not as the name of its owner', async () => {
    const entry = { action: 'passkey.refuse', objectType: 'user', objectId: admin.id, actor: null } as const
    await record({ ...entry, after: { username: 'Office laptop' } })
    expect((await rows(language))[0]?.object.name).toBe(admin.username)
    expect(await told(language)).toEqual([`${OBJECT}: Office laptop`])
  })
})

describe('a change to a value the log does not keep shows only which field changed', () => {
  const branch = (index: number, more: Record<string, string>): Fields =>
    Object.entries({
      name: 'Head office',
      person: 'Ерлан Жүнісов',
      phone: '+77272000002',
      email: 'post@steppe.example',
      address: 'Abay Avenue 10',
      ...more,
    }).map(([field, value]) => [`branches[${index}].${field}`, value])
  const contact = async (id: string, version: string, ...branches: Record<string, string>[]) => {
    const fields = branches.flatMap((more, index) => branch(index, more))
    const form: Fields = [...fields, ['primary', '0'], ['version', version]]
    expect((await post(sectionDialog, id, 'edit/contact', admin, form, { section: 'contact' })).status).toBe(302)
  }
  const POST = { name: 'Customs post' }
  const MOVED = { person: 'Айгүл Серік', phone: '+77272000003', address: 'Dostyk Avenue 5' }

  it.each([
    ['en', 'Email: changed'],
    ['ru', 'Эл. почта: данные изменены'],
    ['kk', 'Эл. пошта: өзгертілді'],
    ['zh', '邮箱: 已更改'],
  ] as const)('the e-mail of an organization, in %s', async (language, words) => {
    const { id } = await organization(db)
    await basic(id, admin, { version: '1', email: 'new@steppe.example' })
    expect(await told(language)).toEqual([words])
    expect(await db.$count(auditLog, sql`${auditLog.after}::text like '%steppe.example%'`)).toBe(0)
  })

  it('the e-mail of an organization in the exported log', async () => {
    const { id } = await organization(db)
    await basic(id, admin, { version: '1', email: 'new@steppe.example' })
    expect(await inFile()).toContain(',Email: changed,')
  })

  it('a phone with the same last digits as before', async () => {
    const { id } = await organization(db)
    await basic(id, admin, { version: '1', phone: '+77273000001' })
    expect(await told()).toEqual(['Phone: changed'])
  })

  it('one’s own e-mail when added, changed and removed', async () => {
    const save = (version: string, email: string) =>
      saveOwnAccount(
        services,
        permitOf(admin, 'settings.own'),
        { ...ACCOUNT, email },
        { version: +version, requestId: 'R' },
      )
    expect((await save('1', 'olga@gatehouse.example')).kind).toBe('done')
    expect(await told()).toEqual(['Email: — → •••'])
    await save('2', 'kuznetsova@gatehouse.example')
    expect(await told()).toEqual(['Email: changed'])
    await save('3', '')
    expect(await told()).toEqual(['Email: ••• → —'])
  })

  it.each([
    ['en', ['Changed in branches: Head office: Contact person, phone, and address']],
    ['ru', ['Изменено в филиалах: Head office: Контактное лицо, телефон и адрес']],
    ['kk', ['Филиалдардағы өзгерістер: Head office: Байланысатын адам, телефон, мекенжай']],
    ['zh', ['网点变更: Head office：联系人、电话和地址']],
  ] as const)('a branch, by its name, in %s', async (language, words) => {
    const { id } = await organization(db)
    await contact(id, '1', {}, POST)
    await contact(id, '2', MOVED, POST)
    expect(await told(language)).toEqual(words)
    expect(JSON.stringify(await db.select().from(auditLog))).not.toMatch(/Айгүл|200000|Dostyk|steppe\.example/)
  })

  it('each changed branch, even when renamed, beside the list of branches when that changed', async () => {
    const { id } = await organization(db)
    await contact(id, '1', {}, POST, { name: 'Depot' })
    await contact(id, '2', { phone: MOVED.phone }, { name: 'Customs office', email: 'customs@steppe.example' })
    expect(await told()).toEqual([
      'Branches: Head office, Customs post, and Depot → Head office and Customs office',
      'Changed in branches: Head office: Phone; Customs office: Email',
    ])
    await contact(id, '3', { phone: MOVED.phone }, { name: 'Customs office', email: 'customs@steppe.example' }, POST)
    expect(await told()).toEqual([
      'Branches: Head office and Customs office → Head office, Customs office, and Customs post',
    ])
    expect(await inFile()).not.toContain('Changed in')
  })

  it.each([
    ['an e-mail', { email: '•••' }, { email: '•••' }, ['Email: changed']],
    ['a phone', { phone: '+7 ••• 0001' }, { phone: '+7 ••• 0001' }, ['Phone: changed']],
    ['branches', BRANCHES_BEFORE, BRANCHES_BEFORE, ['Branches: changed']],
    ['the primary branch', BRANCHES_BEFORE, { ...BRANCHES_BEFORE, primaryBranch: 'B' }, ['Primary branch: A → B']],
  ])('in older rows: %s', async (_, before, after, words) => {
    const edit = { action: 'organization.edit', objectType: 'organization' } as const
    await record({ ...edit, before: { ...before, version: 1 }, after: { ...after, version: 2 } })
    expect(await told()).toEqual(words)
  })

  it('in older rows: one’s own e-mail', async () => {
    const entry = { action: 'user.settings', objectType: 'user', objectId: admin.id } as const
    await record({ ...entry, before: { email: true }, after: { email: true } })
    expect(await told()).toEqual(['Email: changed'])
    await record({
      ...entry,
      before: { email: false },
      after: { email: true },
      at: new Date(services.now().getTime() + 1),
    })
    expect(await told()).toEqual(['Email: — → •••'])
  })

  it('a name that differs only in the masked part of an invite code', async () => {
    const [before, after] = [{ name: 'INV-AAAA-BBBB-CCC2' }, { name: 'INV-AAAA-DDDD-CCC2' }]
    await record({ action: 'view.edit', objectType: 'view', before, after })
    expect(await told()).toEqual(['Name: changed'])
  })

  it('nothing at all for a person who was erased', async () => {
    const person = await staff(db, 'manager', 'Гүлнар Сейтқали')
    const entry = { action: 'user.settings', objectType: 'user', objectId: person.id, actor: person } as const
    await record({ ...entry, before: { email: '•••', username: 'Гүлнар' }, after: { email: '•••', username: 'Г.' } })
    expect(await told()).toEqual(['Email: changed', 'Username: Гүлнар → Г.'])
    await db.update(users).set({ status: 'suspended' }).where(eq(users.id, person.id))
    const by = { id: person.id, actor: admin, requestId: 'R' }
    expect((await db.transaction((tx) => erasePerson(tx, services, by))).kind).toBe('done')
    const [row] = (await rows()).filter(({ action }) => action === 'Settings changed')
    expect(row?.changes).toEqual([])
  })
})
