import { expect, it } from 'vitest'
import { PEOPLE, repeatableCast } from '../support/access-cast'
import { rows } from '../support/access-table'
import { openConsole } from '../support/console'
import { openTestDatabase } from '../support/database'

const db = await openTestDatabase()
const gatehouse = await openConsole()
const { cast, anew } = await repeatableCast(db)
let services = await anew()

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
    if (method === 'POST' && answer.status < 400) services = await anew()
  }
  expect(Object.fromEntries(PEOPLE.map((person, n) => [person, found[n]]))).toEqual(
    Object.fromEntries(PEOPLE.map((person, n) => [person, expected[n]])),
  )
})
