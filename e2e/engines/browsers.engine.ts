import { expect, test } from '../support/journey'
import { changeStored } from '../support/own-console'
import { ADMIN, SUPERADMIN } from '../support/sign-in'
import { until, type Engine } from './engine'
import { ENGINES, startEngine } from './engines'
import { personAt, type Person } from './person'
import { clickRows, headStandsOver, TABLE, type Covered } from './rows'
import { walkWithoutCookies, walkWithoutStorage } from './without'

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

const DOCUMENTS: Covered = { rows: '.desk-tab', link: '.desk-tab-link' }

/** More recovery requests than the two of the demo, and views of one’s own. */
async function fillLists() {
  await changeStored('askForRecovery', [
    { name: 'Gulnara Ospanova', oldPhone: '+77015550191', newPhone: '+77015550192' },
    { name: 'Wei Chen', oldPhone: '+77015550193', newPhone: '+77015550194' },
    { name: 'Ivan Petrov', oldPhone: '+77015550195', newPhone: '+77015550196' },
  ])
  const views = ['active', 'invited', 'suspended'].map((status) => ({
    name: `Users who are ${status}`,
    address: `/users/?status=${status}`,
  }))
  await changeStored('keepViews', SUPERADMIN, views)
}

/** The page of an organization that lists its applications. */
async function organizationWithApplications(person: Person): Promise<string> {
  await person.open('/organizations/?status=active')
  return person.evaluate(() => document.querySelector('.row-link')?.getAttribute('href') ?? '')
}

/** Tables that fold on narrow windows once failed in WebKit. */
const widthsOf = (engine: string) => (engine === 'WebKit' ? [1280, 800] : [1280])

test.describe.configure({ mode: 'parallel', timeout: 600_000 })

for (const engine of ENGINES)
  test.describe(engine, () => {
    // One after the other, in one browser.
    test.describe.configure({ mode: 'default' })
    let browser: Engine
    test.beforeAll(async () => {
      browser = await startEngine(engine)
    })
    test.afterEach(() => browser.forgetCookies())
    test.afterAll(() => browser.close())

    test(`every row of every list opens its own record, at ${widthsOf(engine).join(' and ')} px`, async ({
      baseURL,
    }) => {
      const person = personAt(browser, baseURL ?? '')
      await fillLists()
      await person.signIn(SUPERADMIN)
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
    })

    test('sign-in, a rejection and documents work, and losing storage, connection, scripts or cookies is no dead end', async ({
      baseURL,
    }) => {
      const person = personAt(browser, baseURL ?? '')
      await person.widen(1280)
      await person.signIn(ADMIN)
      await person.open('/verifications/?status=pending&sort=oldest')
      await person.press(await firstRow(person))
      await person.arrives(/\/verifications\/(mode-changes\/)?[0-9a-f-]{36}\?/)
      await person.sees('Nobody is reviewing it yet.')
      expect(await person.evaluate(scrolledSideways)).toEqual([])
      await person.press('Claim')
      await person.sees('Release')
      await person.press('Reject', '.desk-acts')
      await person.write('Rejection reason', 'The license has expired', '.desk-form')
      await person.press('Reject application', '.desk-form')
      await person.sees('Already decided. No action is needed.')
      await person.sees('The license has expired')

      await person.open('/verifications/?status=approved')
      await person.press(await firstRow(person))
      await person.sees('Open in a new tab')
      const documents = await clickRows(person, DOCUMENTS)
      expect(documents.wrong).toEqual([])
      expect(documents.rows).toBeGreaterThan(1)
      await walkWithoutStorage(person)
      await walkWithoutCookies(person)
    })
  })

/** The label of the first row, once it is there. */
async function firstRow(person: Person): Promise<string> {
  let words = ''
  const read = () => person.evaluate(() => document.querySelector<HTMLElement>('.row-link')?.innerText ?? '')
  await until(async () => (words = await read()) !== '', 'a row')
  return words
}

/** What can be scrolled sideways although all of it has room. */
const scrolledSideways = () =>
  [...document.querySelectorAll('.desk *')]
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
    .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
    .map(({ className }) => className)
