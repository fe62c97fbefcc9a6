/** Gives it the focus. A text that is there already, and that nobody was in yet, goes on at its end; the browser would begin before it. */
export function focusText(field: HTMLTextAreaElement, options?: FocusOptions): void {
  field.focus(options)
  if (field.selectionEnd === 0) field.setSelectionRange(field.value.length, field.value.length)
}
