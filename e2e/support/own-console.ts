import fs from 'node:fs'
import path from 'node:path'
import { serverProcess, type ServerProcess } from '../../scripts/probe/server-process'
import { BUILT_SERVER, copyPrepared, databaseVariables, dropCopy } from './storage'

type OwnConsole = { file: string; dataDir: string; server: ServerProcess }

let own: OwnConsole | null = null

async function startConsole(dataDir: string): Promise<ServerProcess> {
  const variables = { DATA_DIR: dataDir, LIMITS_FACTOR: '1000', LOG_LEVEL: 'warn', ...databaseVariables(dataDir) }
  const server = await serverProcess(BUILT_SERVER, variables)
  await server.start()
  return server
}

/** The origin of the console of one file of journeys; that of the file before is stopped and its data are dropped. */
export async function consoleOf(file: string): Promise<string> {
  if (own?.file !== file) {
    await leaveConsole()
    const dataDir = await copyPrepared(path.basename(file, '.spec.ts'))
    own = { file, dataDir, server: await startConsole(dataDir) }
  }
  return own.server.origin
}

export async function leaveConsole(): Promise<void> {
  const left = own
  own = null
  if (!left) return
  await left.server.kill('SIGKILL')
  await dropCopy(left.dataDir)
}

/** Changes what is stored while the console is stopped: the embedded database belongs to one process at a time. */
export async function changeStored(change: (variables: Record<string, string>) => Promise<void>): Promise<void> {
  if (!own) throw new Error("Take `test` from './support/journey': it starts the console")
  await own.server.kill('SIGTERM')
  await change({ DATA_DIR: own.dataDir, ...databaseVariables(own.dataDir) })
  await own.server.start()
}

/** A file in the data of the console that is walked through, such as `outbox.jsonl`. */
export function dataFile(name: string): string {
  if (!own) throw new Error("Take `test` from './support/journey': it starts the console")
  return path.join(own.dataDir, name)
}

/** Moves the clock of the console; each journey begins at the right time. */
export const moveClock = (offsetMs: number) => fs.writeFileSync(dataFile('clock-offset-ms'), String(offsetMs))
export const resetClock = () => fs.rmSync(dataFile('clock-offset-ms'), { force: true })
