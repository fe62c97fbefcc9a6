/** The choices of forms that were sent and whose page has not been drawn yet. */
const applied = new WeakMap<HTMLInputElement, boolean>()

const fieldsOf = (form: HTMLFormElement) => form.querySelectorAll('input')

/** Called when the form is sent: its choices stay until its page is drawn. */
export function markApplied(form: HTMLFormElement): void {
  for (const field of fieldsOf(form)) applied.set(field, field.checked)
}

/** Called when a page is drawn. Returns whether any choices were waiting for one. */
export function forgetApplied(form: HTMLFormElement): boolean {
  return [...fieldsOf(form)].filter((field) => applied.delete(field)).length > 0
}

/** Whether the option is ticked in what was sent last, or else in the page shown. */
export const appliedChoice = (field: HTMLInputElement): boolean => applied.get(field) ?? field.defaultChecked
