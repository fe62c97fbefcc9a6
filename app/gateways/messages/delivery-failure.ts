/**
 * A provider did not take a message; the error's text holds codes and no personal data.
 * `isFinal`: the same message will never be taken. `isUnknown`: it may have been taken. `isUnbegun`: it was given up before
 * anything was sent. `retryAfterMs`: how long the provider wants no further attempt.
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
