import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { isUnread, unlessStayed } from '../../http/forms/sent-forms'

/**
 * After a conflict the page has to show what the other reviewer did; other refusals keep the page as it is, and so does turning
 * to another document, which the page knows already, unless a form that was sent is answered on the way there, or was interrupted by that.
 */
export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs): boolean =>
  args.actionStatus === 409 ||
  (unlessStayed(args) &&
    (args.formMethod === 'POST' || isUnread() || !isOtherDocumentOnly(args.currentUrl, args.nextUrl)))

function isOtherDocumentOnly(now: URL, next: URL): boolean {
  const [from, to] = [now, next].map(({ pathname, searchParams }) => {
    const others = new URLSearchParams(searchParams)
    for (const name of ['document', 'beside']) others.delete(name)
    return `${pathname}?${others}`
  })
  return from === to && now.search !== next.search
}
