import { and, isNotNull, ne } from 'drizzle-orm'
import type { ServerBuild } from 'react-router'
import { verifications } from '../../app/db/schema/verifications'
import type { Services } from '../../app/services.server'
import { inProcess } from '../bench/in-process'
import { signInAdmin } from '../bench/prepare'
import { workStatements } from '../bench/statements'

/** How many statements the desk's pages send at the end of the month. */
export async function statementsPerPage(
  services: Services,
  build: ServerBuild,
): Promise<[name: string, count: number][]> {
  const cookie = await signInAdmin(services)
  const visit = inProcess(services, build)
  const [open] = await services.db
    .select({ id: verifications.id })
    .from(verifications)
    .where(and(isNotNull(verifications.dueAt), ne(verifications.type, 'operation_mode_change')))
  const pages = {
    dashboard: '/',
    queue: '/verifications/',
    'by due date': '/verifications/?view=claimable',
    'an application': `/verifications/${open?.id}`,
  }
  const counts: [string, number][] = []
  for (const [name, address] of Object.entries(pages)) {
    // Occasional work, such as recording that the session is in use, is not the page's.
    await visit(address, cookie)
    counts.push([name, (await workStatements(services.db, () => visit(address, cookie))).length])
  }
  return counts
}
