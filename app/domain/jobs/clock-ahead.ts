/** Nothing is erased while our clock is this far ahead of the database's: erased data cannot be recovered. */
export class ClockAhead extends Error {
  override readonly name = 'ClockAhead'

  constructor() {
    super('Nothing was erased: the clock is more than a day ahead of that of the database')
  }
}
