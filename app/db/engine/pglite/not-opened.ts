/** The embedded database cannot be opened; the message names its folder and the reason. */
export class NotOpened extends Error {
  constructor(dataDir: string, why: string, cause: unknown) {
    super(`The embedded database in ${dataDir} (DATA_DIR) cannot be opened: ${why}`, { cause })
    this.name = 'NotOpened'
  }
}
