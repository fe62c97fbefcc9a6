/** A file that is no backup, not one of this version, or not whole; the message says which. */
export class UnusableBackup extends Error {
  override readonly name = 'UnusableBackup'
}

/** There is something where a backup is to be put back; nothing was touched. */
export class NotEmpty extends Error {
  override readonly name = 'NotEmpty'
}
