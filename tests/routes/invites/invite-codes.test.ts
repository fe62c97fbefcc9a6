import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { users } from '../../../app/db/schema/users'
import type { InviteType, Role } from '../../../app/vocabulary'
import { repeatableCast, type PEOPLE } from '../../support/access-cast'
import { openConsole } from '../../support/console'
import { openTestDatabase } from '../../support/database'
import { addInvite } from '../../support/invites'
import type { TestServices } from '../../support/services'

type Staff = Exclude<(typeof PEOPLE)[number], 'partner' | 'nobody'>
type Kind = { code: string; type: InviteType; role: Role | null; seenBy: readonly Staff[] }

/** One code of each kind, and who may read it in full. */
const KINDS: Kind[] = [
  { code: 'INV-AAAA-BBBB-0001', type: 'invite_to_user', role: 'superadmin', seenBy: ['superadmin'] },
  { code: 'INV-CCCC-DDDD-0002', type: 'invite_to_user', role: 'admin', seenBy: ['superadmin', 'admin'] },
  { code: 'INV-EEEE-FFFF-0003', type: 'invite_to_user', role: 'manager', seenBy: ['superadmin', 'admin', 'manager'] },
  {
    code: 'INV-GGGG-HHHH-0004',
    type: 'invite_to_user',
    role: 'cashier',
    seenBy: ['superadmin', 'admin', 'manager', 'cashier'],
  },
  {
    code: 'INV-JJJJ-KKKK-0005',
    type: 'invite_to_organization',
    role: null,
    seenBy: ['superadmin', 'admin', 'manager'],
  },
  {
    code: 'INV-MMMM-NNNN-0006',
    type: 'invite_logistic_provider',
    role: null,
    seenBy: ['superadmin', 'admin', 'manager'],
  },
]
const STAFF = ['superadmin', 'admin', 'manager', 'cashier'] as const satisfies readonly Staff[]

const db = await openTestDatabase()
const gatehouse = await openConsole()
const ids: string[] = []
const { cast, anew } = await repeatableCast(db, async (cast) => {
  for (const { code, type, role } of KINDS) {
    const organizationId = type === 'invite_to_organization' ? cast.ids.other : undefined
    ids.push(await addInvite(db, { code, type, role, organizationId, createdBy: cast.ids.superadmin }))
  }
})
let services: TestServices
beforeEach(async () => {
  services = await anew()
})

const bytes = (person: Staff, address: string) => gatehouse.read(services, address, cast.cookies[person])
/** The text without the code that the reader typed into the address, which is given back as it was. */
const withoutTyped = (text: string, code: string) => text.replaceAll(`"q":"${code}"`, '').replaceAll(`q=${code}`, '')
const middle = (code: string) => code.slice(4, 13)

/** Every address that shows a code of this kind. */
const addressesOf = (id: string, kind: Kind) => [
  `/invites/?q=${kind.code}`,
  `/invites/${id}`,
  `/invites/${id}/delete`,
  `/invites/${id}/replace`,
  `/invites/${id}/card`,
  `/search?q=${kind.code}`,
  `/search?q=${kind.code.slice(0, 8)}`,
  `/search?q=${id}`,
  ...(kind.type === 'invite_to_organization' ? [`/organizations/${cast.ids.other}`] : []),
]

describe.each(STAFF)('what a %s reads', (person) => {
  it.each(KINDS)('shows a code for $type $role in full only if they may give it out', async (kind) => {
    const n = KINDS.indexOf(kind)
    for (const address of addressesOf(ids[n] ?? '', kind)) {
      const { text } = await bytes(person, address)
      if (!kind.seenBy.includes(person))
        expect(withoutTyped(text, kind.code), `${person} ${address}`).not.toContain(middle(kind.code))
    }
    const { text } = await bytes(person, `/invites/${ids[n]}`)
    const tail = kind.code.slice(-4)
    expect(text).toContain(kind.seenBy.includes(person) ? kind.code : `INV-••••-••••-${tail}`)
  })
})

it('the list and its file show in full exactly the codes that their reader may give out', async () => {
  for (const person of STAFF)
    for (const address of ['/invites/?pageSize=100', '/invites/export']) {
      const { text } = await bytes(person, address)
      for (const { code, seenBy } of KINDS)
        expect(text.includes(middle(code)), `${person} ${address} ${code}`).toBe(seenBy.includes(person))
    }
})

it.each(STAFF)('a %s copies links of codes they may see in full only', async (person) => {
  const { text } = await bytes(person, '/invites/?pageSize=100')
  const links = text.match(/"link":"[^"]*"/g) ?? []
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter((link) => !/INV(-[0-9A-Z]{4}){3}/.test(link))).toEqual([])
})

describe('a search', () => {
  const found = async (person: Staff, q: string) => {
    const list = await bytes(person, `/invites/?q=${encodeURIComponent(q)}`)
    const everywhere = await bytes(person, `/search?q=${encodeURIComponent(q)}`)
    return [list, everywhere].map(({ text }) => /"(code|title)":"INV-[^"]+-0001"/.test(text))
  }

  it('finds a code that its reader may not see only by the whole code, however it is spelled', async () => {
    for (const q of ['INV-AAAA-BBBB-0001', 'inv aaaa bbbb 0001', 'AAAABBBB0001'])
      expect(await found('cashier', q), q).toEqual([true, true])
    for (const q of ['INV-AAAA', 'INV-AAAA-BBBB', 'AAAA', 'BBBB-0001', 'INV-AAAA-BBBB-000'])
      expect(await found('cashier', q), q).toEqual([false, false])
  })

  it('finds a code that its reader may see by parts of it too', async () => {
    expect(await found('superadmin', 'AAAA-BBBB')).toEqual([true, false])
    expect(await found('superadmin', 'INV-AAAA-BB')).toEqual([true, true])
  })

  it('does not count a code that its reader may not see by a part of it', async () => {
    const { text } = await bytes('admin', '/invites/delete?select=all&q=AAAA-BBBB')
    expect(text).toContain('"count":0')
  })
})

it('the card of a code answers 403 to those who may not see the code', async () => {
  for (const person of STAFF)
    for (const [n, { seenBy }] of KINDS.entries())
      expect((await bytes(person, `/invites/${ids[n]}/card`)).status, `${person} ${n}`).toBe(
        seenBy.includes(person) ? 200 : 403,
      )
})

it('an audit row keeps no invite code that was searched for', async () => {
  // None of its letters is a hexadecimal digit, as those in the hashes of a row.
  await bytes('superadmin', '/invites/export?q=INV-MMMM-NNNN-0006')
  await bytes('superadmin', '/invites/export?q=inv+mmmm+nnnn+0006')
  await bytes('superadmin', '/users/export?username=INV-MMMM-NNNN-0006')
  const rows = JSON.stringify(await db.select().from(auditLog))
  expect(rows).toContain('list.export')
  expect(rows).not.toMatch(/MMMM|mmmm/)
  const { text } = await bytes('admin', '/audit')
  expect(text).not.toContain('MMMM-NNNN')
})

it('an audit row keeps no possible part of an invite code that was searched for, but keeps words', async () => {
  for (const q of ['INV-MMMM-NNNN', 'inv mmmm n', 'MMMM-NNNN', 'mmmm-nnnn-00'])
    await bytes('superadmin', `/invites/export?q=${encodeURIComponent(q)}&status=active`)
  await bytes('superadmin', '/invites/export?q=Steppe+Freight')
  const rows = await db.select().from(auditLog).where(eq(auditLog.action, 'list.export'))
  expect(JSON.stringify(rows)).not.toMatch(/MMMM|mmmm/)
  const searches = rows.map(({ after }) => new URLSearchParams((after as { search: string }).search))
  const kept = searches.map((params) => `${params.get('q')} ${params.get('status')}`)
  expect(kept.toSorted()).toEqual(['Steppe Freight null', ...Array<string>(4).fill('•••• active')])
})

it('an old audit row that holds more than a group of an invite code is shown without it', async () => {
  const row = { role: 'superadmin', action: 'list.export', objectType: 'list', objectId: 'invites' } as const
  const after = { total: 1, search: '?q=inv-aaaa-bb&sort=oldest' }
  const reason = 'about INV-AAAA-BBBB and invoice INV-2024-0012'
  await db.insert(auditLog).values({ ...row, at: services.now(), after, reason, requestId: 'OLD' })
  const { text } = await bytes('admin', '/audit')
  expect(text).toContain('INV-2024-0012')
  expect(text).not.toMatch(/aaaa-bb/i)
})

it('an old audit row that holds a whole invite code is shown without it', async () => {
  const [superadmin] = await db
    .select()
    .from(users)
    .where(eq(users.id, cast.ids.superadmin ?? ''))
  if (!superadmin) throw new Error('no superadmin')
  await db.insert(auditLog).values({
    at: services.now(),
    actorId: superadmin.id,
    role: 'superadmin',
    action: 'list.export',
    objectType: 'list',
    objectId: '?q=INV-AAAA-BBBB-0001',
    after: { total: 1, search: '?q=INV-AAAA-BBBB-0001', items: ['about INV-AAAA-BBBB-0001'] },
    reason: 'about INV-AAAA-BBBB-0001',
    requestId: 'OLD',
  })
  for (const address of ['/audit', '/audit/export']) {
    const { text } = await bytes('admin', address)
    expect(text, address).toContain('OLD')
    expect(text, address).not.toContain('AAAA-BBBB')
  }
})

it('the audit row of an export of another list keeps the words that were searched for', async () => {
  await bytes('superadmin', '/organizations/export?q=Steppe+Freight')
  const [row] = await db.select().from(auditLog).where(eq(auditLog.action, 'list.export'))
  expect(row?.after).toMatchObject({ search: '?q=Steppe+Freight' })
})
