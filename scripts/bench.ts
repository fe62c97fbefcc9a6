import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { measure, type Target } from './bench/measure'
import { runFull } from './bench/full/full'
import { runMixed } from './bench/mixed'
import { prepare } from './bench/prepare'
import { describe } from './bench/report'
import { scriptsOf } from './bench/scripts-of'
import { runCommand, WrongArgument, wholeNumber } from './command'
import { serverProcess } from './probe/server-process'

const RAWS = ['raw: SQL + template', 'raw: SQL + renderToString']
const WITHOUT_SCRIPTS = ['/sign-in', '/terms', '/404']

await runCommand(async (args) => {
  const { counts, rounds, isFull, isMixed, minutes } = readArguments(args)
  if (isFull) return runFull(databaseUrlFor('--full'), rounds)
  if (isMixed) return runMixed(databaseUrlFor('--mixed'), minutes)
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-'))
  const rawDir = path.join(dataDir, 'raw')
  const variables = { DATA_DIR: dataDir, DATABASE_URL: process.env.DATABASE_URL, LIMITS_FACTOR: '1000' }
  const build = await import('virtual:react-router/server-build')
  const { cookie, pages, statementCounts } = await prepare(variables, counts, build)

  fs.mkdirSync(rawDir)
  fs.copyFileSync(path.join(dataDir, 'raw.json'), path.join(rawDir, 'raw.json'))
  if (!variables.DATABASE_URL) fs.cpSync(path.join(dataDir, 'db'), path.join(rawDir, 'db'), { recursive: true })
  const here = import.meta.dirname
  const server = await serverProcess(path.join(here, 'server.js'), variables)
  const raw = await serverProcess(path.join(here, 'raw-server.js'), { ...variables, DATA_DIR: rawDir })
  await server.start()
  await raw.start()
  try {
    const targets: Target[] = [
      { name: RAWS[0] ?? '', server: raw, address: '/queue/template', cookie: '' },
      { name: RAWS[1] ?? '', server: raw, address: '/queue/react', cookie: '' },
      ...pages.map(({ name, address, isSignedIn }) => ({ name, server, address, cookie: isSignedIn ? cookie : '' })),
    ]
    const figures = await measure(targets, rounds)
    const scripts = new Map()
    const client = path.resolve(here, '../client')
    for (const address of ['/verifications/', ...WITHOUT_SCRIPTS]) {
      const headers = { cookie: WITHOUT_SCRIPTS.includes(address) ? '' : cookie }
      scripts.set(address, scriptsOf(await (await fetch(server.origin + address, { headers })).text(), client))
    }
    const storage = variables.DATABASE_URL ? 'PostgreSQL' : 'Embedded (PGlite)'
    process.stdout.write(describe({ storage, counts, rounds, pages, raws: RAWS, figures, statementCounts, scripts }))
  } finally {
    await server.kill('SIGTERM')
    await raw.kill('SIGKILL')
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
})

function databaseUrlFor(option: string): string {
  const { DATABASE_URL: url } = process.env
  if (!url) throw new WrongArgument(`${option} needs DATABASE_URL, of a role that may create databases`)
  return url
}

function readArguments(args: string[]) {
  const number = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: {
      organizations: number,
      users: number,
      verifications: number,
      invites: number,
      rounds: number,
      full: { type: 'boolean' },
      mixed: { type: 'boolean' },
      minutes: number,
    },
  })
  return {
    counts: {
      organizations: wholeNumber('--organizations', values.organizations ?? '4000'),
      users: wholeNumber('--users', values.users ?? '10000'),
      verifications: wholeNumber('--verifications', values.verifications ?? '10000'),
      invites: wholeNumber('--invites', values.invites ?? '20000'),
    },
    isFull: values.full === true,
    isMixed: values.mixed === true,
    minutes: wholeNumber('--minutes', values.minutes ?? '60'),
    rounds: wholeNumber('--rounds', values.rounds ?? '3'),
  }
}
