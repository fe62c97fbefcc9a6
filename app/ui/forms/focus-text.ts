/** Focuses a textarea. If nobody was in it yet, the caret goes to the end of its text; the browser would put it at the start. */
export function focusText(field: HTMLTextAreaElement, options?: FocusOptions): void {
  field.focus(options)
  if (field.selectionEnd === 0) field.setSelectionRange(field.value.length, field.value.length)
}
