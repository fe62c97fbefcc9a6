/** The embedded database cannot be opened; the message says where it lies, and why where that is known. */
export class NotOpened extends Error {
  constructor(dataDir: string, why: string, cause: unknown) {
    super(`The embedded database in ${dataDir} (DATA_DIR) cannot be opened: ${why}`, { cause })
    this.name = 'NotOpened'
  }
}
