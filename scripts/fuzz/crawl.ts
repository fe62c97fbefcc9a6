import { parse, type HTMLElement } from 'node-html-parser'
import type { Answer, Visitor } from '../probe/visitor'

/** A field of a form as the page drew it. `choices` of selects, radios and ticks. */
export type FormField = { name: string; value: string; kind: string; choices: string[] }
/** A form that posts, with the page it stands on. */
export type PageForm = { page: string; action: string; fields: FormField[]; hasFile: boolean }
export type Page = { address: string; status: number; forms: PageForm[] }

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const START = [
  '/',
  '/settings/',
  '/invites/new',
  '/users/invite',
  '/users/recovery',
  '/audit',
  '/search?q=cargo',
  '/glossary',
  '/shortcuts',
]
/** Signing out or changing the language would end the crawl; files are no pages. */
const SKIPPED = /\/sign-out|\/export(\?|$)|\/file(\?|$)|lng=|\/invites\/preview|\/demo\//

/** Follows links, `perPattern` addresses of each kind, and returns every page with its forms. */
export async function crawl(browser: Visitor, perPattern: number, start: readonly string[] = START): Promise<Page[]> {
  const waiting = [...start]
  const seen = new Set(waiting)
  const visits = new Map<string, number>()
  const pages: Page[] = []
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const pattern = address.replace(/\?.*/, '').replaceAll(UUID, ':id')
    const count = visits.get(pattern) ?? 0
    if (count >= perPattern || SKIPPED.test(address)) continue
    visits.set(pattern, count + 1)
    const answer = await browser.get(address)
    const found = linksAndForms(address, answer)
    pages.push({ address, status: answer.status, forms: found.forms })
    for (const link of found.links) {
      if (seen.has(link)) continue
      seen.add(link)
      waiting.push(link)
    }
  }
  return pages
}

/** Returns every form once, however many pages have it; forms are compared by their address without ids and their fields. */
export function distinctForms(pages: readonly Page[]): PageForm[] {
  const forms = pages.flatMap((page) => page.forms)
  const keyOf = ({ action, fields }: PageForm) =>
    [action.replace(/\?.*/, '').replaceAll(UUID, ':id'), ...fields.map(({ name }) => name)].join(' ')
  return [...new Map(forms.map((form) => [keyOf(form), form])).values()]
}

function linksAndForms(address: string, answer: Answer): { links: string[]; forms: PageForm[] } {
  if (answer.location) return { links: ownPaths([answer.location], address), forms: [] }
  const root = parse(answer.text)
  const links = root.querySelectorAll('a[href]').map((link) => unescaped(link.getAttribute('href') ?? ''))
  const forms = root
    .querySelectorAll('form')
    .filter((form) => form.getAttribute('method')?.toLowerCase() === 'post')
    .map((form) => readForm(form, address))
    .filter((form) => !SKIPPED.test(form.action))
  return { links: ownPaths(links, address), forms }
}

function ownPaths(links: string[], from: string): string[] {
  return links.flatMap((link) => {
    const base = new URL(from, 'http://own.invalid')
    if (!URL.canParse(link, base)) return []
    const url = new URL(link, base)
    return url.origin === base.origin && url.protocol === 'http:' ? [url.pathname + url.search] : []
  })
}

function readForm(form: HTMLElement, page: string): PageForm {
  const action = ownPaths([unescaped(form.getAttribute('action') ?? page)], page)[0] ?? page
  const fields = new Map<string, FormField>()
  for (const control of form.querySelectorAll('input, textarea, select, button')) {
    const name = control.getAttribute('name')
    if (!name || control.hasAttribute('disabled')) continue
    const kind = kindOf(control)
    const value = unescaped(control.tagName === 'TEXTAREA' ? control.text : (control.getAttribute('value') ?? ''))
    const options = control.querySelectorAll('option').map((option) => unescaped(option.getAttribute('value') ?? ''))
    const known = fields.get(name)
    const choices = kind === 'select' ? options : ['radio', 'checkbox', 'button'].includes(kind) ? [value] : []
    if (known) known.choices.push(...choices)
    else fields.set(name, { name, value: kind === 'select' ? (options[0] ?? '') : value, kind, choices })
  }
  const hasFile = form.querySelectorAll('input[type=file]').length > 0
  return { page, action, fields: [...fields.values()], hasFile }
}

/** The kind of a control; `readonly` for one that nobody can type into. */
function kindOf(control: HTMLElement): string {
  if (control.hasAttribute('readonly')) return 'readonly'
  return control.tagName === 'INPUT' ? (control.getAttribute('type') ?? 'text') : control.tagName.toLowerCase()
}

export const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
