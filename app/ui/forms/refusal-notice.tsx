import { useEffect, useRef, type ComponentProps } from 'react'
import { useNavigationType } from 'react-router'
import { Callout } from '../callout'
import type { AnyForm } from './form-state'

export type RefusedForm = Pick<AnyForm, 'reply' | 'restored' | 'isExplained'>

type RefusalNoticeProps = Omit<ComponentProps<typeof Callout>, 'ref' | 'role' | 'tabIndex' | 'autoFocus'> & {
  /** The form that was refused; nothing takes the focus until it has an answer. */
  state: RefusedForm
  /** Not where a message says the same, or it was so from the start. */
  isSaid?: boolean
}

/**
 * Why a form was not carried out where no field is wrong: what a colleague did meanwhile, or what is not possible now. It
 * takes the focus once for each answer and comes into view, so that nobody sends again what they have not read.
 */
export function RefusalNotice({ state, isSaid = true, kind = 'warn', ...rest }: RefusalNoticeProps) {
  const box = useRef<HTMLDivElement>(null)
  // A wrong field takes the focus itself; a text that was kept was not sent just now.
  const answer = state.isExplained || state.restored ? null : state.reply
  // With a page that was loaded the browser does it itself, and the person may be in a field by now.
  const isLoaded = useNavigationType() === 'POP'
  useEffect(() => {
    if (!answer || isLoaded || !box.current) return
    box.current.focus({ preventScroll: true })
    bringIntoView(box.current)
    // How one came to what is drawn next is no news of this answer.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [answer])
  return (
    <Callout
      {...rest}
      ref={box}
      kind={kind}
      role={isSaid ? 'alert' : undefined}
      tabIndex={-1}
      autoFocus={answer !== null}
    />
  )
}

/** Into view from its beginning on, and out from under a bar that stays as the page scrolls, which may be of any height. */
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
