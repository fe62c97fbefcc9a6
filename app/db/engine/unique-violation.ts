const UNIQUE_VIOLATION = '23505'

/** Whether a statement failed because another row already has the value of this unique constraint or index. */
function isUniqueViolation(error: unknown, constraint: string): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if ('code' in at && at.code === UNIQUE_VIOLATION && 'constraint' in at && at.constraint === constraint) return true
  return false
}

/** Returns the answer of `work`, or `otherwise` when somebody else took the phone between its check and its write. */
export async function unlessPhoneTaken<Answer, Otherwise>(
  work: () => Promise<Answer>,
  otherwise: Otherwise,
): Promise<Answer | Otherwise> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error, 'users_phone_unique')) return otherwise
    throw error
  }
}
