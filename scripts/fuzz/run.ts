import { rollDice } from '../../app/demo/dice'
import type { Visitor } from '../probe/visitor'
import { crawl, distinctForms, type Page } from './crawl'
import { faultOf } from './judge'
import { wrongAddress, wrongAnswer } from './wrong-answers'

export type FuzzReport = {
  pages: number
  forms: number
  posts: number
  gets: number
  statuses: Map<number, number>
  faults: string[]
}
type Person = { name: string; browser: Visitor; pages: Page[] }

/**
 * Posts wrong input to every person's forms and requests every page with wrong search params, `requests` times in all. All pages are
 * read before anything is posted. The same seed sends the same requests to the same data.
 */
export async function fuzz(
  people: readonly { name: string; browser: Visitor; start?: readonly string[] }[],
  { requests, seed, perPattern }: { requests: number; seed: number; perPattern: number },
): Promise<FuzzReport> {
  const dice = rollDice(seed)
  const known: Person[] = []
  for (const { name, browser, start } of people)
    known.push({ name, browser, pages: await crawl(browser, perPattern, start) })
  const faults = known.flatMap(({ name, pages }) =>
    pages
      .filter(({ status }) => status >= 500)
      .map(({ address, status }) => `${name} GET ${address} answers ${status}`),
  )
  const forms = known.flatMap((person) => distinctForms(person.pages).map((form) => ({ person, form })))
  const pages = known.flatMap((person) => person.pages.map((page) => ({ person, page })))
  const report: FuzzReport = {
    pages: pages.length,
    forms: forms.length,
    posts: 0,
    gets: 0,
    statuses: new Map(),
    faults,
  }

  for (let asked = 0; asked < requests; asked += 1) {
    const isPost = asked % 5 !== 0
    const { person, form } = forms[asked % forms.length] ?? {}
    const other = pages[asked % pages.length]
    if (isPost && person && form) {
      const wrong = wrongAnswer(form, dice)
      const answer = await person.browser.post(form.action, wrong.fields, form.hasFile)
      note(report, answer.status, faultOf(answer, wrong.typed), `${person.name} POST ${form.action} (${wrong.name})`)
      report.posts += 1
    } else if (other) {
      const address = wrongAddress(other.page.address, dice)
      const answer = await other.person.browser.get(address)
      note(report, answer.status, faultOf(answer, []), `${other.person.name} GET ${address}`)
      report.gets += 1
    }
  }
  return report
}

function note(report: FuzzReport, status: number, fault: string | null, what: string): void {
  report.statuses.set(status, (report.statuses.get(status) ?? 0) + 1)
  if (fault) report.faults.push(`${what}: ${fault}`)
}
