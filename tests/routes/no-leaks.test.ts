import { expect, it } from 'vitest'
import { formatPhone } from '../../app/domain/phones/phone.server'
import { newCast, PEOPLE, PLANTED, SECRET_CODES, withIds, type Person } from '../support/access-cast'
import { rows } from '../support/access-table'
import { openConsole } from '../support/console'
import { openTestDatabase } from '../support/database'

const db = await openTestDatabase()
const gatehouse = await openConsole()
const { cast, services } = await newCast(db)

const MANAGERS: readonly Person[] = ['superadmin', 'admin', 'manager']
const CONTACTS = '/organizations/{other}?tab=contacts'
const DOCUMENTS = '/organizations/{other}?tab=documents'
const groupsOf = (code: string) => code.slice(4)

type Secret = { what: string; texts: () => string[]; readBy: readonly Person[]; at?: string }

/** What the database holds that is not for everybody, who may read it, and where they find it. */
const SECRETS: Secret[] = [
  {
    what: 'a code for superadmins',
    texts: () => [groupsOf(SECRET_CODES.superadmin)],
    readBy: ['superadmin'],
    at: '/invites/{forSuperadmins}',
  },
  {
    what: 'a code for admins',
    texts: () => [groupsOf(SECRET_CODES.admin)],
    readBy: ['superadmin', 'admin'],
    at: '/invites/{forAdmins}',
  },
  {
    what: 'a code for partners',
    texts: () => [groupsOf(SECRET_CODES.partner)],
    readBy: MANAGERS,
    at: '/invites/{forPartners}',
  },
  { what: 'whom a code was sent to', texts: () => [PLANTED.recipient], readBy: MANAGERS, at: '/invites/{forPartners}' },
  {
    what: 'the phone of an organization',
    texts: () => [formatPhone(PLANTED.phone)],
    readBy: MANAGERS,
    at: CONTACTS,
  },
  { what: 'the phone of an organization as it is stored', texts: () => [PLANTED.phone], readBy: MANAGERS },
  { what: 'the e-mail of an organization', texts: () => [PLANTED.email], readBy: MANAGERS, at: CONTACTS },
  {
    what: 'the bank account and the representative of an organization',
    texts: () => [PLANTED.bankName, PLANTED.bankAccount, PLANTED.representativeName, PLANTED.representative],
    readBy: MANAGERS,
    at: '/organizations/{other}',
  },
  { what: 'the name of a file', texts: () => [PLANTED.fileName], readBy: MANAGERS, at: DOCUMENTS },
  { what: 'the id of a file', texts: () => [cast.ids.document ?? ''], readBy: MANAGERS, at: DOCUMENTS },
  { what: 'where a file is kept', texts: () => [PLANTED.storageKey], readBy: [] },
  { what: 'the whole phone of a user', texts: () => [PLANTED.userPhone, formatPhone(PLANTED.userPhone)], readBy: [] },
  {
    what: 'the e-mail of somebody else',
    texts: () => [PLANTED.userEmail],
    readBy: [...MANAGERS, 'cashier'],
    at: '/users/{cashier}',
  },
  {
    what: 'what an organization was told',
    texts: () => [PLANTED.message],
    readBy: MANAGERS,
    at: '/organizations/{other}?tab=messages',
  },
  {
    what: 'an internal note',
    texts: () => [PLANTED.note],
    readBy: MANAGERS,
    at: '/organizations/{other}?tab=notes',
  },
  { what: 'a note on an application', texts: () => [PLANTED.note], readBy: MANAGERS, at: '/verifications/{reviewed}' },
  { what: 'the id of a note', texts: () => [cast.ids.note ?? ''], readBy: MANAGERS, at: '/verifications/{reviewed}' },
  { what: 'a token', texts: () => cast.tokens, readBy: [] },
  { what: 'the hash of a token', texts: () => cast.tokenHashes, readBy: [] },
]

const addresses = rows.filter(({ method, layout }) => method === 'GET' && !layout).map(({ address }) => address)
const filled = (address: string) => withIds(cast, address)

/** All that an address gives a person, as page and as data, without the ids that are in the address anyway. */
async function bytes(person: Person, address: string): Promise<string> {
  const path = filled(address)
  const { text } = await gatehouse.read(services, path, cast.cookies[person])
  return [...path.matchAll(/[0-9a-f-]{36}/g)].reduce((left, [id]) => left.replaceAll(id, ''), text)
}

it.each([...new Set(addresses)])('no answer at %s contains anything its reader may not see', async (address) => {
  const told: string[] = []
  for (const person of PEOPLE) {
    const text = await bytes(person, address)
    for (const { what, texts, readBy } of SECRETS)
      if (!readBy.includes(person) && texts().some((secret) => text.includes(secret))) told.push(`${person}: ${what}`)
  }
  expect(told).toEqual([])
})

it.each(SECRETS.filter(({ at }) => at))(
  '$what is shown to those who may read it',
  async ({ texts, readBy, at = '' }) => {
    for (const person of readBy.filter((one) => MANAGERS.includes(one)))
      for (const secret of texts()) expect(await bytes(person, at), `${person} at ${at}`).toContain(secret)
  },
)

it('a file request from a signed-out session leads to sign-in and returns no bytes', async () => {
  const cookie = cast.cookies.manager
  const file = filled('/organizations/{other}/documents/{document}/file')
  expect((await gatehouse.send(services, 'GET', file, { cookie })).status).toBe(200)
  await gatehouse.send(services, 'POST', '/sign-out', { cookie })
  const answer = await gatehouse.send(services, 'GET', file, { cookie })
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toMatch(/^\/sign-in\?redirect=/)
  expect(await answer.text()).toBe('')
})
