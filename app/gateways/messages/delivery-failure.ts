/**
 * A provider did not take a message; the words hold its codes and no personal data.
 * `isFinal`: the same message will never be taken. `retryAfterMs`: how long the provider wants to be left alone.
 */
export class DeliveryFailure extends Error {
  readonly isFinal: boolean
  readonly retryAfterMs: number | undefined

  constructor(what: string, { isFinal = false, retryAfterMs }: { isFinal?: boolean; retryAfterMs?: number } = {}) {
    super(what)
    this.name = 'DeliveryFailure'
    this.isFinal = isFinal
    this.retryAfterMs = retryAfterMs
  }
}
