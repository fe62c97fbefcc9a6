import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript'
import { describe, expect, it, onTestFinished } from 'vitest'
import { childProcesses } from '../support/child-processes'
import { testFolder } from '../support/folders'

const isLinux = fs.existsSync('/proc/self/stat')

/**
 * Workers that listen, and at SIGUSR2 send a message to their siblings; SIGUSR2 to the first process makes starting workers impossible,
 * or possible again. If it lacks `memory`, the second worker cannot be started at first; if `files`, no worker can be started after the
 * signal; if `haste`, each worker takes a second until it listens.
 */
const MAIN = `
import cluster from 'node:cluster'
import fs from 'node:fs'
import net from 'node:net'
import { runWorkers, whenRetired } from './workers.mjs'
const say = (said) => process.stdout.write(JSON.stringify(said) + '\\n')
if (cluster.isPrimary) {
  const node = process.execPath
  const fork = cluster.fork
  let lacks = process.argv[2]
  let hasChanged = false
  cluster.fork = (env) => {
    if (lacks === 'memory' && env.WORKER_PLACE !== '0') {
      lacks = null
      throw new Error('spawn ENOMEM')
    }
    if (lacks === 'files' && hasChanged) openAll()
    return fork(env)
  }
  const openAll = () => {
    try {
      for (;;) fs.openSync('/dev/null')
    } catch {}
  }
  process.on('SIGUSR2', () => {
    hasChanged = true
    if (lacks !== 'files') process.execPath = process.execPath === node ? process.argv[1] + '.missing' : node
    say({ event: 'changed' })
  })
  // As it does that answers scrapes.
  net.createServer().listen(0, '127.0.0.1')
  await runWorkers(2, { info: say, error: say })
} else {
  if (process.argv[2] === 'haste') await new Promise((resolve) => setTimeout(resolve, 1000))
  whenRetired(() => process.exit(0))
  process.on('SIGUSR2', () => process.send({ sibling: 'news', text: '' }, () => say({ event: 'told' })))
  net.createServer().listen(0, '127.0.0.1', () => say({ event: 'listens', pid: process.pid }))
}
`

type Said = { event: string; pid?: number; place?: number; waitMs?: number }

async function startWorkers(lacks = 'nothing') {
  const folder = testFolder()
  for (const file of ['edge/workers', 'app/gateways/siblings.server']) {
    const compilerOptions = { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 }
    const { outputText } = transpileModule(fs.readFileSync(`${file}.ts`, 'utf8'), { compilerOptions })
    const alone = outputText.replace('../app/gateways/siblings.server', './siblings.server.mjs')
    fs.writeFileSync(path.join(folder, `${path.basename(file)}.mjs`), alone)
  }
  const main = path.join(folder, 'main.mjs')
  fs.writeFileSync(main, MAIN)
  const first = spawn('sh', ['-c', 'ulimit -n 100; exec "$0" "$@"', process.execPath, main, lacks], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void first.kill('SIGKILL'))
  let text = ''
  first.stdout.on('data', (chunk) => (text += String(chunk)))
  const said = (event: string): Said[] =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line): Said => JSON.parse(line))
      .filter((one) => one.event === event)
  /** Waits until the event was reported that often; fails when the first process ends. */
  const heard = async (event: string, times: number) => {
    while (said(event).length < times) {
      expect([first.exitCode, first.signalCode]).toEqual([null, null])
      await wait(20)
    }
    return said(event)
  }
  const [one, other] = (await heard('listens', 2)).map(({ pid }) => Number(pid))
  return { first, heard, one: Number(one), other: Number(other) }
}

const stateOf = (pid: number | undefined) => / ([A-Z]) /.exec(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]

describe.runIf(isLinux)('the process that starts the workers', () => {
  it('survives the death of a worker that it is about to pass a message to', async () => {
    const { first, heard, one, other } = await startWorkers()
    first.kill('SIGSTOP')
    while (stateOf(first.pid) !== 'T') await wait(20)
    process.kill(one, 'SIGUSR2')
    await heard('told', 1)
    process.kill(other, 'SIGKILL')
    while (stateOf(other) !== 'Z') await wait(20)
    first.kill('SIGCONT')
    await heard('worker.died', 1)
    await heard('listens', 3)
  })

  it('tries again when no worker can be started for a while', async () => {
    const { first, heard, one } = await startWorkers()
    first.kill('SIGUSR2')
    await heard('changed', 1)
    process.kill(one, 'SIGKILL')
    await heard('worker.died', 2)
    first.kill('SIGUSR2')
    await heard('listens', 3)
  })

  it('doubles its wait each time a worker dies young', async () => {
    const { first, heard, one } = await startWorkers()
    first.kill('SIGUSR2')
    await heard('changed', 1)
    process.kill(one, 'SIGKILL')
    expect((await heard('worker.died', 4)).slice(0, 4).map(({ waitMs }) => waitMs)).toEqual([100, 200, 400, 800])
  })

  it('survives a lack of memory for a worker at the start, and tries again', async () => {
    const { heard } = await startWorkers('memory')
    await heard('worker.died', 1)
  })

  it('ends at SIGTERM even when no file can be opened and no worker started', async () => {
    const { first, heard, one, other } = await startWorkers('files')
    first.kill('SIGUSR2')
    await heard('changed', 1)
    for (const pid of [one, other]) process.kill(pid, 'SIGKILL')
    await heard('worker.died', 4)
    first.kill('SIGTERM')
    await once(first, 'exit')
  })

  it('keeps the old workers when no new ones can be started', async () => {
    const { first, heard, one, other } = await startWorkers()
    first.kill('SIGUSR2')
    await heard('changed', 1)
    first.kill('SIGHUP')
    await heard('workers.replacing', 2)
    for (const pid of [first.pid, one, other]) expect(stateOf(pid)).not.toMatch(/[ZXT]/)
    first.kill('SIGUSR2')
    await heard('changed', 2)
    first.kill('SIGHUP')
    await heard('workers.replaced', 1)
  })

  it('replaces all workers, even when one dies whose successor is on its way', async () => {
    const { first, heard, other } = await startWorkers('haste')
    first.kill('SIGHUP')
    await heard('listens', 3)
    process.kill(other, 'SIGKILL')
    await heard('workers.replaced', 1)
    expect(childProcesses(Number(first.pid))).toHaveLength(2)
  })
})
