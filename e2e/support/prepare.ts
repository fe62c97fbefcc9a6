import { startConsole } from './own-console'
import { dropPrepared, makePrepared } from './storage'

/** Seeds the demo data once per run: each file of journeys gets a copy. */
export default async function prepare() {
  const server = await startConsole(await makePrepared())
  await server.kill('SIGTERM')
  return dropPrepared
}
