import { AsyncLocalStorage } from 'node:async_hooks'

const requests = new AsyncLocalStorage<{ address: string }>()

/** Whatever is done in `work` counts as asked for from this client address. */
export const withRequestInfo = <Answer>(info: { address: string }, work: () => Answer): Answer =>
  requests.run(info, work)

/** The client address of the request that is being answered; null outside of one. */
export const requestAddress = (): string | null => requests.getStore()?.address ?? null
