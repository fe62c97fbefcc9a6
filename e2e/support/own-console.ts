import fs from 'node:fs'
import path from 'node:path'
import {
  consolesProcess,
  type Console,
  type Consoles,
  type StoredChange,
  type StoredChanges,
  type Told,
} from '../consoles/consoles-process'
import { BUILT_CONSOLES, copyPrepared, databaseVariables, dropCopy, logFile } from './storage'

type OwnConsole = { file: string; dataDir: string; served: Console }

let own: OwnConsole | null = null

let consoles: Consoles | null = null

function startConsole(dataDir: string): Promise<Console> {
  consoles ??= consolesProcess(BUILT_CONSOLES, logFile())
  return consoles.open({ DATA_DIR: dataDir, LIMITS_FACTOR: '1000', LOG_LEVEL: 'warn', ...databaseVariables(dataDir) })
}

/** The origin of the console for one file of journeys; the previous file's console is stopped and its data are dropped. */
export async function consoleOf(file: string): Promise<string> {
  if (own?.file !== file) {
    await leaveConsole()
    const dataDir = await copyPrepared(path.basename(file, '.spec.ts'))
    own = { file, dataDir, served: await startConsole(dataDir) }
  }
  return own.served.origin
}

export async function leaveConsole(): Promise<void> {
  const left = own
  own = null
  if (!left) return
  await left.served.stop()
  await dropCopy(left.dataDir)
}

/** Changes stored data while the console runs, through its own services. */
export const changeStored = <Name extends StoredChange>(
  change: Name,
  ...args: Told<Name>
): ReturnType<StoredChanges[Name]> => started().served.change(change, ...args)

/** Runs `work` while the console is stopped. */
export async function whileStopped(work: () => Promise<void>): Promise<void> {
  const { served } = started()
  await served.stop()
  await work()
  await served.start()
}

/** The origin of the journey's console, and its data folder. */
export function ownConsole(): { origin: string; dataDir: string } {
  const { served, dataDir } = started()
  return { origin: served.origin, dataDir }
}

function started(): OwnConsole {
  if (!own) throw new Error("Take `test` from './journey': it starts the console")
  return own
}

/** A file in the console's data folder, such as `outbox.jsonl`. */
export const dataFile = (name: string): string => path.join(ownConsole().dataDir, name)

/** Moves the console's clock; each journey begins at the right time. */
export function moveClock(offsetMs: number): void {
  const file = dataFile('clock-offset-ms')
  // A file being written is empty for a moment, which would mean the right time.
  fs.writeFileSync(`${file}.new`, String(offsetMs))
  fs.renameSync(`${file}.new`, file)
}
export const resetClock = () => fs.rmSync(dataFile('clock-offset-ms'), { force: true })
