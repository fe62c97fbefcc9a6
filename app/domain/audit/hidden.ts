/** What the log shows in place of a value, or part of one, that it does not keep. */
const HIDDEN = '•••'

/** For values such as addresses, of which the log records only that there is one. */
export const maskValue = (value: unknown): string | null => (value ? HIDDEN : null)

/** Whether a change is invisible because the changed part is hidden; a field that looks unchanged would otherwise not be recorded. */
export const isHiddenChange = (before: unknown, after: unknown): boolean =>
  typeof after === 'string' && before === after && after.includes(HIDDEN)
