import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** A folder that is removed when this process ends, in any way, with any PostgreSQL that runs in it. */
export type TemporaryFolder = {
  path: string
  /** Keeps the files for inspection; a PostgreSQL in it is stopped all the same. */
  keep: () => void
}

/** Where a PostgreSQL of our own has its data, below the folder. */
export const POSTGRES_DATA = path.join('postgres', 'data')

/** Outlives this process: its input ends when this one does, even killed. SIGQUIT stops PostgreSQL without a checkpoint. */
const CARETAKER = `
const [folder, data] = process.argv.slice(1)
const fs = require('node:fs')
let told = ''
process.stdin.on('data', (chunk) => (told += chunk)).on('end', async () => {
  let pid = 0
  try {
    pid = Number(fs.readFileSync(data + '/postmaster.pid', 'utf8').split('\\n')[0])
    process.kill(pid, 'SIGQUIT')
  } catch {}
  for (let round = 0; pid > 0 && round < 100; round += 1) {
    try { process.kill(pid, 0) } catch { break }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  if (told === '') fs.rmSync(folder, { recursive: true, force: true })
})`

export function temporaryFolder(name: string): TemporaryFolder {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `gatehouse-${name}-`))
  const caretaker = spawn(process.execPath, ['-e', CARETAKER, folder, path.join(folder, POSTGRES_DATA)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: os.tmpdir(),
  })
  caretaker.unref()
  const { stdin } = caretaker
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
  return { path: folder, keep: () => void stdin.write('keep') }
}
