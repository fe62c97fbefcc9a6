import { expect, test } from '../support/journey'
import { SUPERADMIN } from '../support/sign-in'
import { ENGINES, startEngine } from './engines'
import { personAt, type Person } from './person'
import { clickEveryRow, headStandsOver, TABLE, type Covered } from './rows'

const LISTS = [
  '/verifications/',
  '/verifications/?tab=mode-changes',
  '/organizations/',
  '/users/',
  '/users/recovery',
  '/invites/',
]
const FIGURES: Covered = { rows: '.stat:has(a)', link: 'a' }

/** The list of recovery requests is empty until somebody asks. */
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
      for (const width of widthsOf(engine)) {
        await person.widen(width)
        for (const list of LISTS) {
          await person.open(list)
          const { rows, wrong } = await clickEveryRow(person, TABLE)
          expect(wrong, `${list} at ${width} px`).toEqual([])
          expect(rows, list).toBeGreaterThan(2)
        }
        await person.open('/')
        expect(await clickEveryRow(person, FIGURES)).toEqual({ rows: 4, wrong: [] })
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
