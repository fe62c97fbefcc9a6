import { beforeAll, expect, it } from 'vitest'
import { openCast, PEOPLE, type Cast } from '../support/access-cast'
import { rows } from '../support/access-table'
import { openConsole } from '../support/console'
import { emptyTables, keepRows, openTestDatabase } from '../support/database'
import { testServices, type TestServices } from '../support/services'

const db = await openTestDatabase()
const gatehouse = await openConsole()
let services: TestServices
let cast: Cast
let files: TestServices['files']
let bringBack: () => Promise<void>

beforeAll(async () => {
  await emptyTables(db)
  services = await testServices()
  cast = await openCast(db, services)
  bringBack = await keepRows(db)
  files = new Map(services.files)
})

async function anew() {
  await bringBack()
  services = await testServices()
  for (const [key, file] of files) services.files.set(key, file)
}

const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => cast.ids[name] ?? `no ${name}`)

function outcome({ status, headers }: Response): string {
  if (headers.get('location')?.startsWith('/sign-in?redirect=')) return 'in'
  if ([400, 409, 422].includes(status)) return 'asks'
  return status < 400 ? 'ok' : String(status)
}

it('has a row for every loader and every action', () => {
  const described = rows.map(({ method, address, layout }) =>
    layout ? `${method} ${layout}` : gatehouse.handlerAt(method, address),
  )
  expect(gatehouse.handlers.filter((handler) => !described.includes(handler))).toEqual([])
  expect(described.filter((handler) => !gatehouse.handlers.includes(handler))).toEqual([])
})

it.each(rows)('$method $address $form', async ({ method, address, form, layout, expected }) => {
  const found: string[] = []
  for (const person of PEOPLE) {
    const answer = await gatehouse.send(services, method, filled(address), {
      cookie: cast.cookies[person],
      form: filled(form ?? ''),
      layout,
    })
    found.push(outcome(answer))
    if (method === 'POST' && answer.status < 400) await anew()
  }
  expect(Object.fromEntries(PEOPLE.map((person, n) => [person, found[n]]))).toEqual(
    Object.fromEntries(PEOPLE.map((person, n) => [person, expected[n]])),
  )
})
