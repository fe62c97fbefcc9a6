import { useEffect, type RefObject } from 'react'
import { useNavigationType } from 'react-router'
import { focusText } from '../../ui/forms/focus-text'

/**
 * Focuses a form that opened: its first textarea, or with a touch keyboard, which would cover the document, its title; not while
 * somebody types elsewhere, nor when the form's own refusal notice has the focus. When the form is a sheet over the lower half of
 * the screen, the document is scrolled into the upper half; a form about the document scrolls it into view beside itself. After a
 * page load or Back, the form is not scrolled: it is where the person left it, and they may be clicking in it during hydration.
 */
export function useFocusOpenedForm(ref: RefObject<HTMLElement | null>, address: string, isOnDocument: boolean): void {
  const isOpenedHere = useNavigationType() !== 'POP'
  useEffect(() => {
    const form = ref.current
    if (!form) return
    const at = document.activeElement
    const isSheet = getComputedStyle(form).position === 'fixed'
    if (isSheet || isOnDocument)
      document.querySelector('.desk-viewer .desk-sheet')?.scrollIntoView({ block: isSheet ? 'start' : 'nearest' })
    if (!isSheet && isOpenedHere && !form.contains(at)) form.scrollIntoView({ block: 'nearest' })
    if (form.contains(at) || at?.matches('input, textarea, select')) return
    const first = matchMedia('(pointer: coarse)').matches ? null : form.querySelector('textarea')
    if (first) {
      focusText(first, { preventScroll: true })
      // In a form higher than its column, the start of the form would show, and a long text is what the person came for.
      if (isOpenedHere) first.scrollIntoView({ block: 'nearest' })
    } else form.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
    // A later navigation within the form is no reason to scroll again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ref, address, isOnDocument])
}
