import { expect, test } from '../support/journey'
import { SUPERADMIN } from '../support/sign-in'
import { ENGINES, startEngine } from './engines'
import { personAt, type Person } from './person'
import { clickRows, headStandsOver, TABLE, type Covered } from './rows'

const LISTS = [
  '/verifications/',
  '/verifications/?tab=mode-changes',
  '/organizations/',
  '/users/',
  '/users/recovery',
  '/invites/',
  '/settings/templates',
  '/views',
]
const FIGURES: Covered = { rows: '.stat:has(a)', link: 'a' }

/** More recovery requests than the two of the demonstration. */
async function askForRecovery(person: Person) {
  for (const [name, oldPhone, newPhone] of [
    ['Gulnara Ospanova', '+77015550191', '+77015550192'],
    ['Wei Chen', '+77015550193', '+77015550194'],
    ['Ivan Petrov', '+77015550195', '+77015550196'],
  ] as const) {
    await person.open('/forgot-password')
    await person.write('Your name', name)
    await person.write('Old phone number', oldPhone)
    await person.write('New phone number', newPhone)
    await person.write('Message', 'Lost my SIM card')
    await person.press('Send request')
    await person.arrives(/\/sign-in/)
  }
}

/** One's own views, besides those that come with the console. */
async function keepViews(person: Person) {
  for (const status of ['active', 'invited', 'suspended']) {
    await person.open(`/views/new?address=${encodeURIComponent(`/users/?status=${status}`)}`)
    await person.write('Name', `Users who are ${status}`, '[role=dialog]')
    await person.press('Save view', '[role=dialog]')
    await person.arrives(new RegExp(`/users/\\?status=${status}`))
  }
}

/** The page of an organization with the table of its applications. */
async function organizationWithApplications(person: Person): Promise<string> {
  await person.open('/organizations/?status=active')
  return person.evaluate(() => document.querySelector('.row-link')?.getAttribute('href') ?? '')
}

/** Tables that fold were once wrong in WebKit. */
const widthsOf = (engine: string) => (engine === 'WebKit' ? [1280, 800] : [1280])

for (const engine of ENGINES)
  test(`${engine}: every row of every list opens its own record, at ${widthsOf(engine).join(' and ')} px`, async ({
    baseURL,
  }) => {
    test.setTimeout(600_000)
    const person = personAt(await startEngine(engine), baseURL ?? '')
    try {
      await askForRecovery(person)
      await person.signIn(SUPERADMIN)
      await keepViews(person)
      const organization = await organizationWithApplications(person)
      for (const width of widthsOf(engine)) {
        await person.widen(width)
        for (const list of LISTS) {
          await person.open(list)
          const { rows, wrong } = await clickRows(person, TABLE)
          expect(wrong, `${list} at ${width} px`).toEqual([])
          expect(rows, list).toBeGreaterThan(2)
        }
        await person.open(organization)
        const { rows, wrong } = await clickRows(person, TABLE)
        expect({ isEmpty: rows === 0, wrong }).toEqual({ isEmpty: false, wrong: [] })
        await person.open('/')
        expect(await clickRows(person, FIGURES)).toEqual({ rows: 4, wrong: [] })
      }
      await person.widen(1280)
      for (const list of ['/verifications/', '/organizations/', '/users/', '/invites/']) {
        await person.open(`${list}?pageSize=30`)
        expect(await person.evaluate(headStandsOver), list).toEqual({ isStuck: true, isOnTop: true })
      }
    } finally {
      await person.close()
    }
  })
