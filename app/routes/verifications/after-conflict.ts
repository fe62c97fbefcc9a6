import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { hasUnloadedChange, revalidateUnlessStayed } from '../../http/forms/sent-forms'

/**
 * After a conflict the page must show what the other reviewer did. Other refusals do not reload it, and neither does opening another
 * document, whose data it already has, unless that navigation answers a form or has interrupted one.
 */
export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs): boolean =>
  args.actionStatus === 409 ||
  (revalidateUnlessStayed(args) &&
    (args.formMethod === 'POST' || hasUnloadedChange() || !isOtherDocumentOnly(args.currentUrl, args.nextUrl)))

function isOtherDocumentOnly(now: URL, next: URL): boolean {
  const [from, to] = [now, next].map(({ pathname, searchParams }) => {
    const others = new URLSearchParams(searchParams)
    for (const name of ['document', 'beside']) others.delete(name)
    return `${pathname}?${others}`
  })
  return from === to && now.search !== next.search
}
