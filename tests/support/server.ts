import fs from 'node:fs'
import path from 'node:path'
import { spawnSync } from 'node:child_process'
import { inject } from 'vitest'
import { copyFolder, makeDemoData } from '../../scripts/probe/demo-data'
import { once } from '../../scripts/probe/once'
import { serverProcess, type ServerProcess } from '../../scripts/probe/server-process'
import { signIn, visitor, type Visitor } from '../../scripts/probe/visitor'

export const PHONES = {
  superadmin: '+77010000001',
  admin: '+77010000002',
  manager: '+77010000003',
  cashier: '+77010000004',
  partner: '+77010000005',
} as const

const BUILT_SERVER = path.resolve('build/server/server.js')

/** The console as it is built, in a process of its own with demo data; `log` gives what it wrote since it was ready. */
export type BuiltConsole = {
  server: ServerProcess
  dataDir: string
  log: () => string[]
  outbox: () => { to: string; text: string }[]
  /** A visitor who is not signed in. */
  newVisitor: () => Visitor
  signIn: (person: keyof typeof PHONES) => Promise<Visitor>
  stop: () => Promise<void>
}

/** Builds the console and its commands unless the build is of this source. */
export const buildOnce = () =>
  once(path.join(inject('scratch'), 'build'), async () => {
    const built = spawnSync(process.execPath, ['scripts/ensure-build.mjs'], { encoding: 'utf8' })
    if (built.status !== 0) throw new Error(`The console could not be built:\n${built.stdout}${built.stderr}`)
  })

/** Asks for new variables when another program took a port before the console did. */
export async function startBuiltConsole(
  variables: Record<string, string> | (() => Promise<Record<string, string>>) = {},
): Promise<BuiltConsole> {
  await buildOnce()
  const demo = process.env.DEMO_DATA ?? path.join(inject('scratch'), 'demo')
  await makeDemoData(demo, BUILT_SERVER)
  const dataDir = fs.mkdtempSync(path.join(inject('scratch'), 'server-'))
  copyFolder(demo, dataDir)
  const start = async () => {
    const drawn = typeof variables === 'function' ? await variables() : variables
    const server = await serverProcess(BUILT_SERVER, { DATA_DIR: dataDir, LIMITS_FACTOR: '1000', ...drawn })
    await server.start()
    return { server, publicOrigin: drawn.PUBLIC_ORIGIN }
  }
  const { server, publicOrigin } = await start().catch((error: unknown) => {
    if (!String(error).includes('is taken by another program')) throw error
    fs.rmSync(path.join(dataDir, 'server.log'))
    return start()
  })
  const linesOf = (file: string) => {
    const full = path.join(dataDir, file)
    return fs.existsSync(full) ? fs.readFileSync(full, 'utf8').split('\n').filter(Boolean) : []
  }
  const newVisitor = () => visitor(server.origin, publicOrigin)
  const notesAtStart = linesOf('server.log').length
  return {
    server,
    dataDir,
    log: () => linesOf('server.log').slice(notesAtStart),
    outbox: () => linesOf('outbox.jsonl').map((line) => JSON.parse(line)),
    newVisitor,
    signIn: async (person) => {
      const browser = newVisitor()
      await signIn(browser, PHONES[person], dataDir)
      return browser
    },
    stop: async () => void (await server.kill('SIGTERM')),
  }
}
