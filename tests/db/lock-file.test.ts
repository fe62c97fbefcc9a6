import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DatabaseInUse, takeLock } from '../../app/db/engine/pglite/lock-file.server'
import { childProcesses } from '../support/child-processes'
import { testFolder } from '../support/folders'

const lockOf = (folder: string) => path.join(folder, 'db.lock')
const isLinux = fs.existsSync('/proc/self/stat')

/** Concurrent tests each register their own clean-up. */
type AtEnd = (cleanUp: () => void) => void

function startNeighbour(atEnd: AtEnd = onTestFinished) {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  atEnd(() => void child.kill('SIGKILL'))
  if (child.pid === undefined) throw new Error('No neighbour')
  return { pid: child.pid, kill: () => new Promise((resolve) => child.once('exit', resolve) && child.kill('SIGKILL')) }
}

/** The lock that such a process of this machine would write. */
function lockBy(pid: number, startTick?: string) {
  const boot = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
  const tick = startTick ?? stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  return JSON.stringify({ pid, startedAt: `${boot}/${tick}` })
}

it('a second start on the same folder is refused with one clear line', async () => {
  const folder = testFolder()
  const release = await takeLock(folder)
  await expect(takeLock(folder)).rejects.toThrow(DatabaseInUse)
  await expect(takeLock(folder)).rejects.toThrow(
    new RegExp(`^The database in ${folder} is in use by process ${process.pid}; .+$`),
  )
  await release()
})

it('a released folder can be taken again', async () => {
  const folder = testFolder()
  await (
    await takeLock(folder)
  )()
  expect(fs.existsSync(lockOf(folder))).toBe(false)
  await (
    await takeLock(folder)
  )()
})

it.runIf(isLinux)('the lock of a running process holds', async () => {
  const folder = testFolder()
  const neighbour = startNeighbour()
  fs.writeFileSync(lockOf(folder), lockBy(neighbour.pid))
  await expect(takeLock(folder)).rejects.toThrow(`process ${neighbour.pid}`)
})

it.runIf(isLinux)('the lock of a killed process is taken over', async () => {
  const folder = testFolder()
  const neighbour = startNeighbour()
  fs.writeFileSync(lockOf(folder), lockBy(neighbour.pid))
  await neighbour.kill()
  const release = await takeLock(folder)
  expect(fs.readFileSync(lockOf(folder), 'utf8')).toContain(`"pid":${process.pid}`)
  await release()
})

it.runIf(isLinux)('the lock is taken over when its process number now belongs to another process', async () => {
  const folder = testFolder()
  const neighbour = startNeighbour()
  fs.writeFileSync(lockOf(folder), lockBy(neighbour.pid, '1'))
  const release = await takeLock(folder)
  expect(fs.readFileSync(lockOf(folder), 'utf8')).toContain(`"pid":${process.pid}`)
  await release()
})

it('a lock still being written holds, and an old unreadable one is taken over', async () => {
  const folder = testFolder()
  fs.writeFileSync(lockOf(folder), '')
  await expect(takeLock(folder)).rejects.toThrow('another process')
  const minuteAgo = new Date(Date.now() - 60_000)
  fs.utimesSync(lockOf(folder), minuteAgo, minuteAgo)
  await (
    await takeLock(folder)
  )()
})

const canUnshare = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0

const lockModules = (['lock-file.server', 'heartbeat.server'] as const).map((name) => {
  const source = fs.readFileSync(`app/db/engine/pglite/${name}.ts`, 'utf8')
  const compilerOptions = { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 }
  const { outputText } = transpileModule(source, { compilerOptions })
  return { name, text: outputText.replace("'./heartbeat.server'", "'./heartbeat.server.mjs'") }
})

/** A script that can take the lock; with `hasProc` it finds /proc, as on Linux. */
function scriptWith(atEnd: AtEnd, text: string, hasProc = true): string {
  const scripts = testFolder(atEnd)
  for (const module of lockModules)
    fs.writeFileSync(
      path.join(scripts, `${module.name}.mjs`),
      module.text.replaceAll('/proc/', hasProc ? '/proc/' : '/no-proc/'),
    )
  const main = path.join(scripts, 'main.mjs')
  fs.writeFileSync(main, `import { takeLock } from './lock-file.server.mjs'\n${text}`)
  return main
}

/** A process, in a PID namespace of its own unless told otherwise, that takes the lock and says so. */
async function startHolder(
  folder: string,
  atEnd: AtEnd,
  { isApart = true, hasProc = true } = {},
): Promise<{ child: ChildProcess; says: () => string }> {
  const main = scriptWith(
    atEnd,
    `await takeLock(process.argv[2]).then(() => console.log('held'), (error) => { console.log(error.name); process.exit(1) })
    setInterval(() => {}, 1000)`,
    hasProc,
  )
  const apart = ['--pid', '--fork', '--kill-child', '--mount-proc', process.execPath]
  const child = isApart ? spawn('unshare', [...apart, main, folder]) : spawn(process.execPath, [main, folder])
  let said = ''
  child.stdout.on('data', (chunk) => (said += String(chunk)))
  atEnd(() => void child.kill('SIGKILL'))
  while (said === '') await wait(20)
  return { child, says: () => said.trim() }
}

// In a process of its own, because a holder is killed as soon as it finds somebody else’s lock.
it('releasing leaves a lock of somebody else alone', async () => {
  const folder = testFolder()
  const main = scriptWith(
    onTestFinished,
    `import fs from 'node:fs'
    const release = await takeLock(process.argv[2])
    fs.writeFileSync(process.argv[3], 'of somebody else')
    await release()
    console.log('released')`,
  )
  const child = spawn(process.execPath, [main, folder, lockOf(folder)])
  onTestFinished(() => void child.kill('SIGKILL'))
  expect(await text(child.stdout)).toBe('released\n')
  expect(fs.readFileSync(lockOf(folder), 'utf8')).toBe('of somebody else')
})

describe.runIf(canUnshare)('two containers on one folder', { concurrent: true }, () => {
  it('the second one is refused for as long as the first one lives', async ({ onTestFinished: atEnd }) => {
    const folder = testFolder(atEnd)
    const first = await startHolder(folder, atEnd)
    expect(first.says()).toBe('held')
    expect((await startHolder(folder, atEnd)).says()).toBe('DatabaseInUse')
    await expect(takeLock(folder)).rejects.toThrow(DatabaseInUse)
    await wait(6000)
    await expect(takeLock(folder)).rejects.toThrow(DatabaseInUse)
  })

  it('the second one gets the lock within 30 s once the first was killed', async ({ onTestFinished: atEnd }) => {
    const folder = testFolder(atEnd)
    const first = await startHolder(folder, atEnd)
    first.child.kill('SIGKILL')
    const startedMs = performance.now()
    expect((await startHolder(folder, atEnd)).says()).toBe('held')
    expect(performance.now() - startedMs).toBeLessThan(30_000)
  })
})

/** In a PID namespace of its own the holder is process 1, which no signal from inside can end. */
const placesToFreeze = [...(isLinux ? ['beside the other'] : []), ...(canUnshare ? ['in a container'] : [])]

describe.each(placesToFreeze)('a holder %s', { concurrent: true }, (place) => {
  async function freeze(folder: string, atEnd: AtEnd) {
    const { child } = await startHolder(folder, atEnd, { isApart: place === 'in a container' })
    const pid = place === 'in a container' ? Number(childProcesses(Number(child.pid))[0]) : Number(child.pid)
    const takenMs = fs.statSync(lockOf(folder)).mtimeMs
    while (fs.statSync(lockOf(folder)).mtimeMs === takenMs) await wait(20)
    process.kill(pid, 'SIGSTOP')
    // Until its next heartbeat is due, at which it notices on waking.
    await wait(1000)
    return {
      endsAtOnce: async () => {
        const ended = once(child, 'exit')
        process.kill(pid, 'SIGCONT')
        const startedMs = performance.now()
        expect(await ended).not.toEqual([0, null])
        expect(performance.now() - startedMs).toBeLessThan(2000)
      },
    }
  }

  it('exits at once on waking when it lost the lock while frozen', async ({ onTestFinished: atEnd }) => {
    const folder = testFolder(atEnd)
    const frozen = await freeze(folder, atEnd)
    fs.writeFileSync(lockOf(folder), 'of somebody else')
    await frozen.endsAtOnce()
    expect(fs.readFileSync(lockOf(folder), 'utf8')).toBe('of somebody else')
  })

  it('exits at once on waking when another came and went while it was frozen', async ({ onTestFinished: atEnd }) => {
    const folder = testFolder(atEnd)
    const frozen = await freeze(folder, atEnd)
    await wait(6000)
    fs.rmSync(lockOf(folder))
    await frozen.endsAtOnce()
    expect(fs.existsSync(lockOf(folder))).toBe(false)
  })
})

describe('without the start times of processes, as on macOS', { concurrent: true }, () => {
  const WITHOUT_PROC = { isApart: false, hasProc: false }
  const lockWithoutProc = (pid: number) =>
    JSON.stringify({ pid, startedAt: null, namespace: null, instance: 'another' })

  it('a lock is taken over when its process number has gone to another process', async ({ onTestFinished: atEnd }) => {
    const folder = testFolder(atEnd)
    fs.writeFileSync(lockOf(folder), lockWithoutProc(startNeighbour(atEnd).pid))
    expect((await startHolder(folder, atEnd, WITHOUT_PROC)).says()).toBe('held')
  })

  it('a running process keeps its lock, even against a container on the same folder', async ({
    onTestFinished: atEnd,
  }) => {
    const folder = testFolder(atEnd)
    expect((await startHolder(folder, atEnd, WITHOUT_PROC)).says()).toBe('held')
    expect((await startHolder(folder, atEnd, WITHOUT_PROC)).says()).toBe('DatabaseInUse')
    await expect(takeLock(folder)).rejects.toThrow(DatabaseInUse)
  })

  it('a process that was killed loses its lock to the next one', async ({ onTestFinished: atEnd }) => {
    const folder = testFolder(atEnd)
    const neighbour = startNeighbour(atEnd)
    fs.writeFileSync(lockOf(folder), lockWithoutProc(neighbour.pid))
    await neighbour.kill()
    expect((await startHolder(folder, atEnd, WITHOUT_PROC)).says()).toBe('held')
  })
})

it('a lock file that was only removed is put back by its holder', async () => {
  const folder = testFolder()
  const release = await takeLock(folder)
  const mine = fs.readFileSync(lockOf(folder), 'utf8')
  fs.rmSync(lockOf(folder))
  await expect
    .poll(() => fs.existsSync(lockOf(folder)) && fs.readFileSync(lockOf(folder), 'utf8'), { timeout: 5000 })
    .toBe(mine)
  await release()
})

it('a process that was frozen as it looked does not take the lock of a living holder', async () => {
  const folder = testFolder()
  const lock = { pid: 1, startedAt: 'elsewhere/1', namespace: 'elsewhere', instance: 'another' }
  fs.writeFileSync(lockOf(folder), JSON.stringify(lock))
  const beat = `setInterval(() => require('fs').utimesSync(${JSON.stringify(lockOf(folder))}, new Date(), new Date()), 100)`
  const holder = spawn(process.execPath, ['-e', beat], { stdio: 'ignore' })
  onTestFinished(() => void holder.kill('SIGKILL'))
  const takenMs = fs.statSync(lockOf(folder)).mtimeMs
  while (fs.statSync(lockOf(folder)).mtimeMs === takenMs) await wait(20)
  setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6000))
  await expect(takeLock(folder)).rejects.toThrow(DatabaseInUse)
  expect(JSON.parse(fs.readFileSync(lockOf(folder), 'utf8'))).toEqual(lock)
})

it.runIf(isLinux)('after a kill the next process of the same machine takes the lock without waiting', async () => {
  const folder = testFolder()
  const { child } = await startHolder(folder, onTestFinished, { isApart: false })
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  const startedMs = performance.now()
  const release = await takeLock(folder)
  expect(performance.now() - startedMs).toBeLessThan(4500)
  await release()
})
