import { isUnavailable } from '../unavailable.server'
import type { Services } from '../../services.server'

/** A part of a page that may fail without affecting the others. */
export type DashboardPanel<Content> = { kind: 'shown'; content: Content } | { kind: 'failed' }

/** The content, or a failed panel, logged and reported with the request id. Throws only when the database is unavailable. */
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
