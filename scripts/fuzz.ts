import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand, wholeNumber } from './command'
import { fuzz } from './fuzz/run'
import { serverProcess } from './probe/server-process'
import { signIn, visitor } from './probe/visitor'

/** The demo's people, and a visitor who is not signed in; those who lose their rights first come last. */
const PEOPLE = {
  stranger: null,
  partner: '+77010000005',
  cashier: '+77010000004',
  manager: '+77010000003',
  admin: '+77010000002',
  superadmin: '+77010000001',
}
const STRANGERS_PAGES = ['/sign-in', '/verify?phone=%2B77010000001', '/forgot-password', '/use-invite', '/onboarding']

await runCommand(async (args) => {
  const { values } = parseArgs({ args, options: { requests: { type: 'string' }, seed: { type: 'string' } } })
  const requests = wholeNumber('--requests', values.requests ?? '1000')
  const seed = wholeNumber('--seed', values.seed ?? '1')
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-fuzz-'))
  const variables = { DATA_DIR: dataDir, DATABASE_URL: process.env.DATABASE_URL, LIMITS_FACTOR: '1000' }
  const server = await serverProcess(path.join(import.meta.dirname, 'server.js'), variables)
  await server.start()
  try {
    const people = []
    for (const [name, phone] of Object.entries(PEOPLE)) {
      const browser = visitor(server.origin)
      if (phone) await signIn(browser, phone, dataDir)
      people.push({ name, browser, start: phone ? undefined : STRANGERS_PAGES })
    }
    const report = await fuzz(people, { requests, seed, perPattern: 2 })
    for (const fault of report.faults) process.stdout.write(`FAULT ${fault}\n`)
    const statuses = [...report.statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
    process.stdout.write(
      `${report.pages} pages, ${report.forms} forms; ${report.posts} posts and ${report.gets} addresses answered wrongly (seed ${seed}): ${statuses.join(', ')}; ${report.faults.length} faults\n`,
    )
    if (report.faults.length > 0) process.exitCode = 1
  } finally {
    await server.kill('SIGTERM')
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
})
