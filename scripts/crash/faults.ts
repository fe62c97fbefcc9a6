import type { ServerProcess } from '../probe/server-process'
import { signIn, visitor } from '../probe/visitor'
import type { CuttingProxy } from './cutting-proxy'
import { frozenReplica, type FrozenTimes } from './frozen-replica'
import type { Call } from './history'
import type { Person, Work } from './reviewer'
import { secondContainer } from './second-container'
import type { Storage } from './storage'

/** A fault injected during the work. */
export type Fault = {
  name: string
  /** Returns what was wrong about the system's reaction. */
  strike: () => Promise<string[]>
  /** Brings the console back; returns the milliseconds until it served again, or null when it never stopped. */
  recover: () => Promise<number | null>
}

export type Bench = {
  builtServer: string
  variables: Record<string, string | undefined>
  server: ServerProcess
  store: Storage
  proxy: CuttingProxy | null
  phones: readonly string[]
  people: Person[]
  works: Work[]
  calls: Call[]
}

const PATIENCE_MS = 20_000
const nothingToMend = () => Promise.resolve(null)

/** The faults for a storage, in the order in which they are injected, repeatedly. */
export function faultsOf(bench: Bench, frozenTimes: FrozenTimes[]): Fault[] {
  const { store, proxy } = bench
  const killed = serverKilled(bench)
  if (!proxy || !store.databaseUrl) return [killed, killed, killed, killed, secondContainerStarted(bench)]
  const stopped = databaseStopped(bench)
  const lost = commitLost(proxy)
  const frozen = replicaFrozen(bench, store.databaseUrl, frozenTimes)
  return [killed, lost, killed, stopped, killed, lost, killed, stopped, killed, frozen]
}

const serverKilled = ({ server }: Bench): Fault => ({
  name: 'server killed',
  strike: async () => {
    await server.kill('SIGKILL')
    return []
  },
  recover: () => server.start(),
})

/** The server is killed too, so that the data on disk can be read. */
const secondContainerStarted = ({ builtServer, variables, server, people }: Bench): Fault => ({
  name: 'second container',
  strike: async () => {
    const wrong = await secondContainer(builtServer, variables)
    const page = await people[0]?.browser.get('/verifications/')
    if (page?.status !== 200) wrong.push(`the first container answered ${page?.status} beside the second one`)
    await server.kill('SIGKILL')
    return wrong
  },
  recover: () => server.start(),
})

function databaseStopped({ store, server }: Bench): Fault {
  let backMs = 0
  return {
    name: 'database stopped',
    strike: async () => {
      await store.breakDatabase?.()
      backMs = await server.readyMs()
      return []
    },
    recover: () => Promise.resolve(backMs),
  }
}

/** The check tells whether anything is lost or half done. */
const commitLost = (proxy: CuttingProxy): Fault => ({
  name: 'lost COMMIT answer',
  strike: async () => {
    const cut = proxy.loseCommit(/timeline_events/).then(() => true)
    const gaveUp = new Promise<false>((resolve) => setTimeout(() => resolve(false), PATIENCE_MS).unref())
    return (await Promise.race([cut, gaveUp])) ? [] : ['no COMMIT came that could be lost']
  },
  recover: nothingToMend,
})

const replicaFrozen = (bench: Bench, databaseUrl: string, frozenTimes: FrozenTimes[]): Fault => ({
  name: 'frozen replica',
  strike: async () => {
    const { wrong, times } = await frozenReplica(bench, databaseUrl)
    if (times) frozenTimes.push(times)
    return wrong
  },
  recover: nothingToMend,
})

/** Signs people in on a server; they keep their ids and the applications they are busy with. */
export async function signedIn(
  people: readonly Person[],
  phones: readonly string[],
  { origin, dataDir }: { origin: string; dataDir: string },
): Promise<Person[]> {
  const found: Person[] = []
  for (const [index, person] of people.entries()) {
    const browser = visitor(origin)
    await signIn(browser, phones[index] ?? '', dataDir)
    found.push({ ...person, browser })
  }
  return found
}
