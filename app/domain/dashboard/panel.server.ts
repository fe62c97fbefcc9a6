import { isUnavailable } from '../unavailable.server'
import type { Services } from '../../services.server'

/** A part of a page that may fail without its neighbours. */
export type DashboardPanel<Content> = { kind: 'shown'; content: Content } | { kind: 'failed' }

/** The content, or a panel that says it failed, reported with the reference number. Throws only when the database is away. */
export async function panelOf<Content>(
  { log, tracker }: Pick<Services, 'log' | 'tracker'>,
  requestId: string,
  read: () => Promise<Content>,
): Promise<DashboardPanel<Content>> {
  try {
    return { kind: 'shown', content: await read() }
  } catch (error) {
    if (isUnavailable(error)) throw error
    log.error({ requestId, failure: error instanceof Error ? error.name : typeof error }, 'panel failed')
    tracker.report({ error, requestId, route: '/', method: 'GET', status: 500 })
    return { kind: 'failed' }
  }
}
