import { expect, it } from 'vitest'
import { PEOPLE, repeatableCast, withIds } from '../support/access-cast'
import { rows } from '../support/access-table'
import { openConsole } from '../support/console'
import { openTestDatabase } from '../support/database'

const db = await openTestDatabase()
const gatehouse = await openConsole()
const { cast, anew } = await repeatableCast(db)
let services = await anew()
/** Refusals come before any statement, so on real PostgreSQL one person who gets an answer is enough. */
const isOnPostgres = Boolean(process.env.TEST_DATABASE_URL)
const answered = (expected: readonly string[]) => {
  const first = expected.findIndex((outcome) => outcome === 'ok' || outcome === 'asks')
  return PEOPLE.filter((_, n) => n === Math.max(first, 0))
}

const filled = (text: string) => withIds(cast, text)

function outcome({ status, headers }: Response): string {
  if (headers.get('location')?.startsWith('/sign-in?redirect=')) return 'in'
  if ([400, 409, 422].includes(status)) return 'asks'
  return status < 400 ? 'ok' : String(status)
}

it('the access matrix has a row for every loader and action, and no row without one', () => {
  const described = rows.map(({ method, address, layout }) =>
    layout ? `${method} ${layout}` : gatehouse.handlerAt(method, address),
  )
  expect(gatehouse.handlers.filter((handler) => !described.includes(handler))).toEqual([])
  expect(described.filter((handler) => !gatehouse.handlers.includes(handler))).toEqual([])
})

it.each(rows)(
  '$method $address $form gives each person the outcome stated in the access matrix',
  async ({ method, address, form, layout, expected }) => {
    const people = isOnPostgres ? answered(expected) : PEOPLE
    const found: string[] = []
    for (const person of people) {
      const answer = await gatehouse.send(services, method, filled(address), {
        cookie: cast.cookies[person],
        form: filled(form ?? ''),
        layout,
      })
      await answer.body?.cancel()
      found.push(outcome(answer))
      if (method === 'POST' && answer.status < 400) services = await anew()
    }
    expect(Object.fromEntries(people.map((person, n) => [person, found[n]]))).toEqual(
      Object.fromEntries(people.map((person) => [person, expected[PEOPLE.indexOf(person)]])),
    )
  },
)
