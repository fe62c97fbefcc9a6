/**
 * A provider did not take a message; the words hold its codes and no personal data.
 * `isFinal`: the same message will never be taken. `isUnknown`: it may have been taken. `isUnbegun`: it was broken off before
 * anything was sent. `retryAfterMs`: how long the provider wants to be left alone.
 */
export class DeliveryFailure extends Error {
  readonly isFinal: boolean
  readonly isUnknown: boolean
  readonly isUnbegun: boolean
  readonly retryAfterMs: number | undefined

  constructor(
    what: string,
    {
      isFinal = false,
      isUnknown = false,
      isUnbegun = false,
      retryAfterMs,
    }: { isFinal?: boolean; isUnknown?: boolean; isUnbegun?: boolean; retryAfterMs?: number } = {},
  ) {
    super(what)
    this.name = 'DeliveryFailure'
    this.isFinal = isFinal
    this.isUnknown = isUnknown
    this.isUnbegun = isUnbegun
    this.retryAfterMs = retryAfterMs
  }
}
