import { fork } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort, NODE_ARGUMENTS } from '../../scripts/probe/server-process'
import type { storedChanges } from './stored-changes'

export type StoredChanges = typeof storedChanges
export type StoredChange = keyof StoredChanges
/** What a change is told, besides the services that are open. */
export type Told<Name extends StoredChange> =
  Parameters<StoredChanges[Name]> extends [unknown, ...infer Rest] ? Rest : never

export type ConsolesRequest =
  { start: Record<string, string | undefined> } | { change: StoredChange; args: unknown[] } | { stop: true }
export type ConsolesAnswer = { done: true; gives: unknown } | { done: false; because: string }

export type Console = {
  origin: string
  /** Serves the data again after a stop. */
  start: () => Promise<void>
  stop: () => Promise<void>
  /** Changes what is stored while it is served, by the services of the console. */
  change: <Name extends StoredChange>(name: Name, ...args: Told<Name>) => ReturnType<StoredChanges[Name]>
}

/** A process that serves one console after the other. */
export type Consoles = { open: (variables: Record<string, string>) => Promise<Console> }

/** How long a connection that goes out may stand on the port of a console that was stopped. */
const TAKEN_LIMIT_MS = 20_000

/** What it writes goes to the log. */
export function consolesProcess(builtConsoles: string, log: string): Consoles {
  const output = fs.openSync(log, 'a')
  let running: ReturnType<typeof startProcess> | null = null

  function startProcess() {
    const child = fork(builtConsoles, { execArgv: NODE_ARGUMENTS, stdio: ['ignore', output, output, 'ipc'] })
    const ended = once(child, 'exit').then(() => ({ done: false, because: `It ended by itself; see ${log}` }) as const)
    return { child, ended }
  }

  async function ask(request: ConsolesRequest): Promise<unknown> {
    running ??= startProcess()
    const { child, ended } = running
    const answered = once(child, 'message').then(([answer]) => answer as ConsolesAnswer)
    child.send(request)
    const answer = await Promise.race([answered, ended])
    if (!answer.done) throw new Error(`The console: ${answer.because}`)
    return answer.gives
  }

  /** Another took the port meanwhile; what was opened before it was listened on goes with the process. */
  async function endWhereTaken(error: unknown): Promise<void> {
    if (!String(error).includes('EADDRINUSE')) throw error
    const taken = running
    running = null
    taken?.child.kill('SIGKILL')
    await taken?.ended
  }

  return {
    async open(variables) {
      return openOn(await freePort(), variables).catch(async (error: unknown) => {
        await endWhereTaken(error)
        return openOn(await freePort(), variables)
      })
    },
  }

  async function openOn(port: number, variables: Record<string, string>): Promise<Console> {
    const origin = `http://localhost:${port}`
    const environment = {
      ...process.env,
      NODE_ENV: 'production',
      MODE: 'demo',
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_ORIGIN: origin,
      ...variables,
    }
    const start = async () => void (await ask({ start: environment }))
    /** Its pages are open in browsers, so it comes back on the same port. */
    const startAgain = async (untilMs = Date.now() + TAKEN_LIMIT_MS): Promise<void> =>
      start().catch(async (error: unknown) => {
        await endWhereTaken(error)
        if (Date.now() > untilMs) throw error
        await wait(500)
        return startAgain(untilMs)
      })
    await start()
    return {
      origin,
      start: () => startAgain(),
      stop: async () => void (await ask({ stop: true })),
      // What it gives went through JSON.
      change: (change, ...args) => ask({ change, args }) as never,
    }
  }
}
