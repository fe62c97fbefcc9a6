import { useEffect, type RefObject } from 'react'

/**
 * The form that opened takes the focus: its first place for words, or on a phone, where the keys would cover the document, its
 * title; but not from who writes elsewhere meanwhile. Where it lies over the lower half of the screen, the document is
 * brought into the upper one.
 */
export function useOpenedForm(ref: RefObject<HTMLElement | null>, address: string): void {
  useEffect(() => {
    const form = ref.current
    if (!form) return
    if (getComputedStyle(form).position === 'fixed')
      document.querySelector('.desk-viewer .desk-sheet')?.scrollIntoView({ block: 'start' })
    else form.scrollIntoView({ block: 'nearest' })
    const at = document.activeElement
    if (form.contains(at) || at?.matches('input, textarea, select')) return
    const first = matchMedia('(pointer: coarse)').matches ? null : form.querySelector('textarea')
    ;(first ?? form.querySelector<HTMLElement>('h2, h3'))?.focus({ preventScroll: true })
  }, [ref, address])
}
