const ROWS_MAX = 50

/** The fields of a decision's form as they were typed; other fields are not taken. */
export type Typed = {
  version: string
  openNext: string
  notes: string
  reason: string
  answer: string
  items: string[]
}

export function readTyped(form: FormData): Typed {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    version: text('version'),
    openNext: text('openNext'),
    notes: text('notes'),
    reason: text('reason'),
    answer: text('answer'),
    items: form
      .getAll('items')
      .filter((item) => typeof item === 'string')
      .slice(0, ROWS_MAX),
  }
}
