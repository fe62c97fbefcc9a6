import { AsyncLocalStorage } from 'node:async_hooks'

const visits = new AsyncLocalStorage<{ address: string }>()

/** Whatever is done in `work` counts as asked for from this client address. */
export const whileVisited = <Answer>(visit: { address: string }, work: () => Answer): Answer => visits.run(visit, work)

/** The client address of the request that is being answered; null outside of one. */
export const visitAddress = (): string | null => visits.getStore()?.address ?? null
