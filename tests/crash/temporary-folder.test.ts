import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, inject, it } from 'vitest'

const program = () => path.join(inject('scratch'), 'temporary-folder.mjs')

/** Stands in for a database: a process whose id is written where PostgreSQL writes its own. */
const WORK = `
const folder = temporaryFolder('test')
const database = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
database.unref()
const data = path.join(folder.path, POSTGRES_DATA)
fs.mkdirSync(data, { recursive: true })
fs.writeFileSync(path.join(data, 'postmaster.pid'), database.pid + '\\n')
if (process.argv[2] === 'keep') folder.keep()
process.stdout.write(JSON.stringify({ folder: folder.path, pid: database.pid }))
process.stdin.on('end', () => {}).resume()
`

beforeAll(() => {
  const source = fs.readFileSync('scripts/probe/temporary-folder.ts', 'utf8')
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  })
  fs.writeFileSync(program(), outputText + WORK)
})

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0)
    return !fs.readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

async function begin(...args: string[]) {
  const child = spawn(process.execPath, [program(), ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, ...(JSON.parse(String(line)) as { folder: string; pid: number }) }
}

describe('the folder of a command and the database that runs in it', () => {
  it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)('are gone after %s has ended the command', async (signal) => {
    const { child, folder, pid } = await begin()
    expect([fs.existsSync(folder), isRunning(pid)]).toEqual([true, true])
    child.kill(signal)
    await expect.poll(() => [fs.existsSync(folder), isRunning(pid)]).toEqual([false, false])
  })

  it('are gone after the command has ended by itself', async () => {
    const { child, folder, pid } = await begin()
    child.stdin.end()
    await expect.poll(() => [fs.existsSync(folder), isRunning(pid)]).toEqual([false, false])
  })

  it('leave their files behind where the command asks to keep them', async () => {
    const { child, folder, pid } = await begin('keep')
    child.kill('SIGKILL')
    await expect.poll(() => isRunning(pid)).toBe(false)
    expect(fs.existsSync(folder)).toBe(true)
    fs.rmSync(folder, { recursive: true })
  })
})
