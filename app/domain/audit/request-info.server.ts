import { AsyncLocalStorage } from 'node:async_hooks'

const requests = new AsyncLocalStorage<{ address: string }>()

/** Everything done in `work` is attributed to this client address. */
export const withRequestInfo = <Answer>(info: { address: string }, work: () => Answer): Answer =>
  requests.run(info, work)

/** The client address of the current request; null outside of one. */
export const requestAddress = (): string | null => requests.getStore()?.address ?? null
