import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { DatabaseInUse, takeLock } from '../../app/db/lock-file.server'
import { testFolder } from '../support/folders'

const lockOf = (folder: string) => path.join(folder, 'db.lock')
const isLinux = fs.existsSync('/proc/self/stat')

function startNeighbour() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  if (child.pid === undefined) throw new Error('No neighbour')
  return { pid: child.pid, kill: () => new Promise((resolve) => child.once('exit', resolve) && child.kill('SIGKILL')) }
}

/** The lock that a process of this machine would write. */
function lockBy(pid: number, startTick?: string) {
  const boot = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
  const tick = startTick ?? stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  return JSON.stringify({ pid, startedAt: `${boot}/${tick}` })
}

it('a second start on the same folder is refused with one clear line', () => {
  const folder = testFolder()
  const release = takeLock(folder)
  expect(() => takeLock(folder)).toThrow(DatabaseInUse)
  expect(() => takeLock(folder)).toThrow(
    new RegExp(`^The database in ${folder} is in use by process ${process.pid}; .+$`),
  )
  release()
})

it('a released folder can be taken again', () => {
  const folder = testFolder()
  takeLock(folder)()
  expect(fs.existsSync(lockOf(folder))).toBe(false)
  takeLock(folder)()
})

it.runIf(isLinux)('the lock of a running process holds', () => {
  const folder = testFolder()
  const neighbour = startNeighbour()
  fs.writeFileSync(lockOf(folder), lockBy(neighbour.pid))
  expect(() => takeLock(folder)).toThrow(`process ${neighbour.pid}`)
})

it.runIf(isLinux)('the lock of a killed process is taken over', async () => {
  const folder = testFolder()
  const neighbour = startNeighbour()
  fs.writeFileSync(lockOf(folder), lockBy(neighbour.pid))
  await neighbour.kill()
  takeLock(folder)()
})

it.runIf(isLinux)('the lock is taken over when its process number now belongs to another process', () => {
  const folder = testFolder()
  const neighbour = startNeighbour()
  fs.writeFileSync(lockOf(folder), lockBy(neighbour.pid, '1'))
  const release = takeLock(folder)
  expect(fs.readFileSync(lockOf(folder), 'utf8')).toContain(`"pid":${process.pid}`)
  release()
})

it('a lock that is only just being written holds, an old unreadable one does not', () => {
  const folder = testFolder()
  fs.writeFileSync(lockOf(folder), '')
  expect(() => takeLock(folder)).toThrow('another process')
  const minuteAgo = new Date(Date.now() - 60_000)
  fs.utimesSync(lockOf(folder), minuteAgo, minuteAgo)
  takeLock(folder)()
})

it('releasing leaves the lock of somebody else alone', () => {
  const folder = testFolder()
  const release = takeLock(folder)
  fs.writeFileSync(lockOf(folder), 'of somebody else')
  release()
  expect(fs.readFileSync(lockOf(folder), 'utf8')).toBe('of somebody else')
})
