import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const IN_MEMORY = '/dev/shm'
const NEEDED_BYTES = 4 * 1024 ** 3

/**
 * Where tests keep their databases: in memory where there is room and programs may run, which spares a copy of the demo
 * data its two seconds on a slow disk; else, or where TMPDIR names a folder, where temporary files belong.
 */
export const testFolder = () => (!process.env.TMPDIR && isRoomy() && runsPrograms() ? IN_MEMORY : os.tmpdir())

function isRoomy() {
  try {
    const { bavail, bsize } = fs.statfsSync(IN_MEMORY)
    return bavail * bsize > NEEDED_BYTES && os.freemem() > NEEDED_BYTES
  } catch {
    return false
  }
}

function runsPrograms() {
  const program = path.join(IN_MEMORY, `gatehouse-${process.pid}`)
  try {
    fs.writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    return spawnSync(program).status === 0
  } catch {
    return false
  } finally {
    fs.rmSync(program, { force: true })
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.stdout.write(testFolder())
