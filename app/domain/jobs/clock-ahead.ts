/** Nothing is erased under a clock that is so far ahead of the database's: it would not come back. */
export class ClockAhead extends Error {
  override readonly name = 'ClockAhead'

  constructor() {
    super('Nothing was erased: the clock is more than a day ahead of that of the database')
  }
}
