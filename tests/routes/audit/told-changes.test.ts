import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { brands } from '../../../app/db/schema/organizations'
import type { Actor } from '../../../app/domain/access'
import { recordAudit, type AuditEntry } from '../../../app/domain/audit/audit.server'
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
import { addBrand, organization } from '../../support/verifications'

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
/** What the newest row of the log tells, as its page has it: “field: before → after”, or what is said once. */
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
const BRAND: Fields = [
  ['brandName', 'Caspian Go'],
  ['localName', 'Каспий Go'],
  ['slogan', ''],
  ['primaryColor', '#1d4ed8'],
  ['secondaryColor', '#facc15'],
  ['countries', 'KZ'],
]
const brandWith = (more: Record<string, string>): Fields => BRAND.map(([name, value]) => [name, more[name] ?? value])

describe('what changed of a brand', () => {
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

  it('is told once, and never as the name of the organization', async () => {
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

  it('is its name before and after where it was renamed', async () => {
    await (await added()).edit({ brandName: 'Renamed brand' })
    expect(await told()).toEqual(['Brand name: Caspian Go → Renamed brand'])
    expect(await inFile()).toContain('Brand name: Caspian Go → Renamed brand,')
  })

  it('comes with its name as it is, where that stayed', async () => {
    await (await added()).edit({ slogan: 'On time' })
    expect(await told()).toEqual(['Brand name: Caspian Go', 'Slogan: — → On time'])
    expect(await inFile()).toContain('Brand name: Caspian Go; Slogan: — → On time')
  })

  it('is its name alone where it was deleted', async () => {
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
  ])('is told alike in rows of before, which had the name twice: %s', async (_, before, after, words) => {
    await record({ action: 'organization.edit', objectType: 'organization', before, after })
    expect(await told()).toEqual(words)
  })
})

it('the name of an organization is told as its name', async () => {
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
] as const)('a view is told by its name and the role that sees it, in %s', async (language, words) => {
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
  ] as const)('is told by the name that it was given: $action', async (entry) => {
    await record({ objectType: 'passkey', ...entry })
    expect((await rows(language))[0]?.object).toMatchObject({ name: OBJECT, href: null })
    expect(await told(language)).toEqual([`${OBJECT}: Office laptop`])
  })

  it('that was refused is not told as the name of its owner', async () => {
    const entry = { action: 'passkey.refuse', objectType: 'user', objectId: admin.id, actor: null } as const
    await record({ ...entry, after: { username: 'Office laptop' } })
    expect((await rows(language))[0]?.object.name).toBe(admin.username)
    expect(await told(language)).toEqual([`${OBJECT}: Office laptop`])
  })
})
