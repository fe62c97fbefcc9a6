/**
 * A provider did not take a message; the words hold its codes and no personal data.
 * `isFinal`: the same message will never be taken. `isUnknown`: it may have been taken. `retryAfterMs`: how long the provider
 * wants to be left alone.
 */
export class DeliveryFailure extends Error {
  readonly isFinal: boolean
  readonly isUnknown: boolean
  readonly retryAfterMs: number | undefined

  constructor(
    what: string,
    {
      isFinal = false,
      isUnknown = false,
      retryAfterMs,
    }: { isFinal?: boolean; isUnknown?: boolean; retryAfterMs?: number } = {},
  ) {
    super(what)
    this.name = 'DeliveryFailure'
    this.isFinal = isFinal
    this.isUnknown = isUnknown
    this.retryAfterMs = retryAfterMs
  }
}
