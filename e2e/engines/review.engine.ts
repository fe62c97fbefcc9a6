import { expect, test } from '../support/journey'
import { ADMIN } from '../support/sign-in'
import { until } from './engine'
import { ENGINES, startEngine } from './engines'
import { personAt, type Person } from './person'
import { clickRows, type Covered } from './rows'
import { walkWithoutCookies, walkWithoutStorage } from './without'

const DOCUMENTS: Covered = { rows: '.desk-tab', link: '.desk-tab-link' }

for (const engine of ENGINES)
  test(`${engine}: from sign-in to the oldest application, its documents, and its rejection; then without a connection, a script and cookies`, async ({
    baseURL,
  }) => {
    test.setTimeout(600_000)
    const person = personAt(await startEngine(engine), baseURL ?? '')
    try {
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
    } finally {
      await person.close()
    }
  })

/** The words of the first row, once it is there. */
async function firstRow(person: Person): Promise<string> {
  let words = ''
  const read = () => person.evaluate(() => document.querySelector<HTMLElement>('.row-link')?.innerText ?? '')
  await until(async () => (words = await read()) !== '', 'a row')
  return words
}

/** What a person could push sideways although all of it has room. */
const scrolledSideways = () =>
  [...document.querySelectorAll('.desk *')]
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
    .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
    .map(({ className }) => className)
