/** A file that is no backup, not one of this version, or not whole; the message says which. */
export class UnusableBackup extends Error {
  override readonly name = 'UnusableBackup'
}

/** There is something where a backup is to be put back; nothing was touched. */
export class NotEmpty extends Error {
  override readonly name = 'NotEmpty'
}

/** What the system says of a file or a disk. */
export const isOfSystem = (error: unknown): error is Error => error instanceof Error && 'syscall' in error
