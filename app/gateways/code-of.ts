/** What the system or a library calls a failure, such as ECONNREFUSED; empty where it has no name for it. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
