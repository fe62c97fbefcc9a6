import { randomUUID } from 'node:crypto'
import { getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { documents } from '../../../app/db/schema/documents'
import { sentForms } from '../../../app/db/schema/drafts'
import { invites } from '../../../app/db/schema/invites'
import { messages } from '../../../app/db/schema/messages'
import { brands } from '../../../app/db/schema/organizations'
import { recoveryRequests, users } from '../../../app/db/schema/users'
import { repeatableCast, withIds, type Cast } from '../../support/access-cast'
import { openConsole } from '../../support/console'
import { openTestDatabase } from '../../support/database'
import { pdfFile } from '../../support/files'
import type { TestServices } from '../../support/services'

const db = await openTestDatabase()
const gatehouse = await openConsole()
const { cast, anew } = await repeatableCast(db)
let services: TestServices
beforeEach(async () => {
  services = await anew()
})

type Form = Record<string, string>
const STAFF = { type: 'invite_to_user', role: 'cashier', language: 'en' }

/** Every form that creates something: its address, its input, changed input, and the rows that one sending creates. */
const FORMS: {
  address: string
  person?: 'nobody'
  form: Form
  other: Form | null
  makes: [PgTable, number][]
}[] = [
  {
    address: '/invites/new',
    form: { type: 'invite_to_user', role: 'cashier', maximumUses: '1' },
    other: { notes: 'Words of one’s own' },
    makes: [[invites, 1]],
  },
  {
    address: '/invites/email',
    form: { ...STAFF, recipient: 'a@example.kz' },
    other: { recipient: 'b@example.kz' },
    makes: [
      [invites, 1],
      [messages, 1],
    ],
  },
  {
    address: '/invites/whatsapp',
    form: { ...STAFF, recipient: '+77015550101' },
    other: { customMessage: 'Salem' },
    makes: [
      [invites, 1],
      [messages, 1],
    ],
  },
  {
    address: '/invites/bulk',
    form: { ...STAFF, rows: 'a@example.kz\nb@example.kz', intent: 'send' },
    other: null,
    makes: [
      [invites, 2],
      [messages, 2],
    ],
  },
  { address: '/invites/{sentByCashier}/resend', form: {}, other: null, makes: [[messages, 1]] },
  {
    address: '/users/invite',
    form: { username: 'New', phone: '+77019998877', role: 'cashier', language: 'en' },
    other: { username: 'Newer' },
    makes: [
      [users, 1],
      [messages, 1],
    ],
  },
  {
    address: '/organizations/{other}/brands/new',
    form: { version: '1', brandName: 'Steppe', primaryColor: '#1d4ed8', secondaryColor: '#facc15', countries: 'KZ' },
    other: { brandName: 'Steppe Two' },
    makes: [[brands, 1]],
  },
  {
    address: '/forgot-password',
    person: 'nobody',
    form: { name: 'Asel', oldPhone: '+77015550102', newPhone: '+77015550103', message: 'A new card' },
    other: { message: 'A new number' },
    makes: [[recoveryRequests, 1]],
  },
]

const filled = (text: string) => withIds(cast, text)
const send = (address: string, form: Form, person: keyof Cast['cookies'] = 'superadmin') =>
  gatehouse.send(services, 'POST', filled(address), {
    cookie: cast.cookies[person],
    form: new URLSearchParams(form).toString(),
  })
const answerOf = ({ status, headers }: Response) => ({ status, to: headers.get('location') })
async function madeDuring(tables: PgTable[], work: () => Promise<unknown>) {
  const count = () => Promise.all([...tables, auditLog].map((table) => db.$count(table)))
  const before = await count()
  await work()
  const after = await count()
  return Object.fromEntries(
    [...tables, auditLog].map((table, n) => [getTableName(table), (after[n] ?? 0) - (before[n] ?? 0)]),
  )
}

describe.each(FORMS)('$address', ({ address, person, form, other, makes }) => {
  const once = Object.fromEntries(makes.map(([table, rows]) => [getTableName(table), rows]))
  const tables = makes.map(([table]) => table)

  it('sent 4 times at once and again 10 minutes later, takes effect once and gets the same answer', async () => {
    const sent = { id: randomUUID(), ...form }
    const answers: ReturnType<typeof answerOf>[] = []
    const made = await madeDuring(tables, async () => {
      const all = await Promise.all(Array.from({ length: 4 }, () => send(address, sent, person)))
      services.clock.advance(600_000)
      answers.push(...[...all, await send(address, sent, person)].map(answerOf))
    })
    expect(made).toEqual({ ...once, audit_log: address.endsWith('bulk') ? 2 : 1 })
    expect(answers).toHaveLength(5)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.status).toBeLessThan(400)
  })

  it.each([[{ former: 'shape' }], [null]])(
    'sent again when the stored answer is %j, gets the first answer or 409 and makes nothing more',
    async (answer) => {
      const sent = { id: randomUUID(), ...form }
      const first = answerOf(await send(address, sent, person))
      await db.update(sentForms).set({ answer })
      const made = await madeDuring(tables, async () => {
        const again = answerOf(await send(address, sent, person))
        if (again.status !== 409) expect(again).toEqual(first)
      })
      expect(Object.values(made)).toEqual([...tables.map(() => 0), 0])
    },
  )

  if (!other) return
  it('sent again with other input, answers 409 and makes nothing, while a new form makes it', async () => {
    const sent = { id: randomUUID(), ...form }
    expect((await send(address, sent, person)).status).toBe(302)
    const changed = { ...sent, ...other }
    expect(
      await madeDuring(tables, async () => expect((await send(address, changed, person)).status).toBe(409)),
    ).toEqual(Object.fromEntries([...makes.map(([table]) => [getTableName(table), 0]), ['audit_log', 0]]))
    const anew = { ...changed, id: randomUUID(), version: '2', phone: '+77019998866' }
    expect((await send(address, anew, person)).status).toBe(302)
  })
})

describe('a document', () => {
  const upload = async (id: string, name = 'licence.pdf') => {
    const body = new FormData()
    body.append('id', id)
    body.append('type', 'business_license')
    body.append('file', new File([new Uint8Array(pdfFile())], name, { type: 'application/pdf' }))
    return gatehouse.send(services, 'POST', filled('/organizations/{own}/setup/documents'), {
      cookie: cast.cookies.partner,
      body,
    })
  }

  it('uploaded twice at once is stored once, and another file in the same form answers 409', async () => {
    const files = services.files.size
    const id = randomUUID()
    const made = await madeDuring([documents], async () => {
      const answers = await Promise.all([upload(id), upload(id)])
      expect(answers.map(({ status }) => status)).toEqual([302, 302])
      expect((await upload(id, 'other.pdf')).status).toBe(409)
    })
    expect(made).toEqual({ documents: 1, audit_log: 1 })
    expect(services.files.size).toBe(files + 1)
    expect((await upload(randomUUID(), 'other.pdf')).status).toBe(302)
  })
})
