/** The file is not a backup, is of another version, or is incomplete; the message says which. */
export class UnusableBackup extends Error {
  override readonly name = 'UnusableBackup'
}

/** The database or the document store is not empty, so nothing was restored. */
export class NotEmpty extends Error {
  override readonly name = 'NotEmpty'
}

/** Whether an error comes from a system call. */
export const isOfSystem = (error: unknown): error is Error => error instanceof Error && 'syscall' in error
