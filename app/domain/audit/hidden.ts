/** What stands in the log for a value that it does not keep, or for a part of one. */
const HIDDEN = '•••'

/** An address, say: all that the log tells of it is that there is one. */
export const hidden = (value: unknown): string | null => (value ? HIDDEN : null)

/** Whether what reads the same before and after was changed: what stays as it was is not written, and here a part is hidden. */
export const isHiddenChange = (before: unknown, after: unknown): boolean =>
  typeof after === 'string' && before === after && after.includes(HIDDEN)
