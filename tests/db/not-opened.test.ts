import fs from 'node:fs'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openEmbedded } from '../../app/db/engine/pglite/pglite.server'
import { startOrExplain } from '../../edge/start'
import { runCommand } from '../../scripts/command'
import { testFolder } from '../support/folders'

/** A folder whose database cannot be opened, as after a full disk while it was being created. */
function halfMade(): string {
  const folder = testFolder()
  fs.mkdirSync(path.join(folder, 'db'))
  fs.writeFileSync(path.join(folder, 'db/PG_VERSION'), '')
  return folder
}

/** What a start and a command write when they open it. */
async function saidOf(folder: string) {
  const says = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const ends = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  const before = process.exitCode
  try {
    const open = async () => void (await openEmbedded(folder))
    await startOrExplain(open)
    await runCommand(open)
    return says.mock.calls.map(([said]) => said)
  } finally {
    process.exitCode = before
    says.mockRestore()
    ends.mockRestore()
  }
}

it(
  'an embedded database that cannot be opened is reported in one line with its folder',
  { timeout: 60_000 },
  async () => {
    const folder = halfMade()
    const [start = '', command] = await saidOf(folder)
    expect(start).toMatch(/^The embedded database in \S+ \(DATA_DIR\) cannot be opened: [^\n]+\n$/)
    expect(start).toContain(folder)
    expect(command).toBe(start)
  },
)

it('a full disk is named as the reason why the embedded database cannot be opened', { timeout: 60_000 }, async () => {
  const folder = halfMade()
  const full = { ...fs.statfsSync(folder), bavail: 1 }
  const disk = vi.spyOn(fs, 'statfsSync').mockReturnValue(full as never)
  onTestFinished(() => disk.mockRestore())
  const line = `The embedded database in ${folder} (DATA_DIR) cannot be opened: its disk is full\n`
  expect(await saidOf(folder)).toEqual([line, line])
})
