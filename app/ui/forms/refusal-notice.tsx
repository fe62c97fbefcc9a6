import { useEffect, useRef, type ComponentProps } from 'react'
import { useNavigationType } from 'react-router'
import { Callout } from '../callout'
import type { AnyForm } from './form-state'

export type RefusedForm = Pick<AnyForm, 'reply' | 'restored' | 'isExplained'>

type RefusalNoticeProps = Omit<ComponentProps<typeof Callout>, 'ref' | 'role' | 'tabIndex' | 'autoFocus'> & {
  /** The form that was refused; nothing takes the focus before it is answered. */
  state: RefusedForm
  /** False when a toast says the same, or the state existed from the start. */
  isAnnounced?: boolean
}

/**
 * Why a form was not carried out when no field is wrong: what a colleague did meanwhile, or what is not possible now. It takes the
 * focus once for each answer and scrolls into view, so that nobody resends without reading it.
 */
export function RefusalNotice({ state, isAnnounced = true, kind = 'warn', ...rest }: RefusalNoticeProps) {
  const box = useRef<HTMLDivElement>(null)
  // A wrong field takes the focus itself; a restored draft was not sent just now.
  const answer = state.isExplained || state.restored ? null : state.reply
  // On a page load the browser focuses it (`autoFocus`), and the person may already be in a field.
  const isLoaded = useNavigationType() === 'POP'
  useEffect(() => {
    if (!answer || isLoaded || !box.current) return
    box.current.focus({ preventScroll: true })
    bringIntoView(box.current)
    // Later navigations do not make this answer new.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [answer])
  return (
    <Callout
      {...rest}
      ref={box}
      kind={kind}
      role={isAnnounced ? 'alert' : undefined}
      tabIndex={-1}
      autoFocus={answer !== null}
    />
  )
}

/** Scrolls the start of an element into view, and out from under a sticky bar, whatever its height. */
function bringIntoView(element: HTMLElement): void {
  element.style.scrollMarginBlockStart = ''
  element.scrollIntoView({ block: 'nearest' })
  const { top, left, width } = element.getBoundingClientRect()
  const over = document.elementFromPoint(left + width / 2, top + 1)
  if (element.contains(over)) return
  element.style.scrollMarginBlockStart = `calc(${heightOfBar(over)}px + 0.5rem)`
  element.scrollIntoView({ block: 'start' })
}

function heightOfBar(part: Element | null): number {
  for (let at = part; at; at = at.parentElement)
    if (getComputedStyle(at).position === 'sticky') return at.getBoundingClientRect().height
  return 0
}
