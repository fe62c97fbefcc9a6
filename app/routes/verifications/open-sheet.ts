import { useEffect, type RefObject } from 'react'
import { useNavigationType } from 'react-router'
import { focusText } from '../../ui/forms/focus-text'

/**
 * The form that opened takes the focus: its first place for words, or on a phone, where the keys would cover the document, its
 * title; but not from who writes elsewhere meanwhile, nor from its own notice of why it was not carried out. Where it lies over the lower half of the screen, the document is
 * brought into the upper one; words about the document itself bring it into view
 * beside them too. With a page that was loaded, or gone back to, the browser has it where the person left it, and
 * may be pressing in it while the page comes alive.
 */
export function useOpenedForm(ref: RefObject<HTMLElement | null>, address: string, isOnDocument: boolean): void {
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
      // A form that is higher than its place shows its beginning, and a long text is what one came back for.
      if (isOpenedHere) first.scrollIntoView({ block: 'nearest' })
    } else form.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
    // How one came to the next page of it is no reason to bring it into view again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ref, address, isOnDocument])
}
