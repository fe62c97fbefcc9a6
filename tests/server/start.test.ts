import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { MissingRole } from '../../app/db/engine/postgres/grants.server'
import { NotOwner } from '../../app/db/engine/postgres/migrate-postgres.server'
import { startOrExplain } from '../../edge/start'
import { buildOnce } from '../support/server'

const BUILD_LIMIT_MS = 240_000
const { RES_OPTIONS } = process.env
const SECRET = 'k7Vd0pXw2LqZr9TnYb4HsGf6JmCe1AuR3ioE'

beforeAll(buildOnce, BUILD_LIMIT_MS)

const folder = () => fs.mkdtempSync(path.join(inject('scratch'), 'start-'))
const file = path.join(folder(), 'file')
fs.writeFileSync(file, '')

/** Starts the built server, which must end by itself. */
function startWith(variables: Record<string, string | undefined>) {
  const ended = spawnSync(process.execPath, [path.resolve('build/server/server.js')], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, MODE: 'demo', PORT: '0', SESSION_SECRET: SECRET, RES_OPTIONS, ...variables },
    timeout: 80_000,
  })
  return { code: ended.status, says: ended.stderr, logs: ended.stdout }
}

describe('a wrong setting ends the start with its name and without its value', () => {
  it.each([
    ['HOST', 'no-such-host.invalid'],
    ['HOST', '192.0.2.1'],
    ['DATABASE_URL', 'postgres://console:hidden@127.0.0.1:99999/console'],
    ['DATABASE_URL', 'postgres://%zz@127.0.0.1/console'],
    ['SMTP_URL', 'smtps://user:100%@mail.example'],
    ['SENTRY_DSN', 'https://sentry.example/1'],
    ['LIMITS_FACTOR', '0'],
    ['CODE_COUNTRIES', 'ZZ'],
  ])('%s = %s', (variable, value) => {
    const dataDir = folder()
    const { code, says, logs } = startWith({ DATA_DIR: dataDir, [variable]: value })
    expect(says).toMatch(new RegExp(`^Wrong setting: ${variable} must be [^\\n]+\\n$`))
    if (value.length > 2) expect(says).not.toContain(value)
    expect([code, logs, fs.readdirSync(dataDir)]).toEqual([1, '', []])
  })

  it.each([{}, { DATABASE_URL: 'postgres://console@127.0.0.1:1/console' }])('DATA_DIR is a file, with %j', (more) => {
    const { code, says } = startWith({ DATA_DIR: file, ...more })
    expect([code, says]).toEqual([1, 'Wrong setting: DATA_DIR must be a folder that can be written to\n'])
  })

  it('is reported once even where several processes are asked for', () => {
    const more = { WORKERS: '2', DATABASE_URL: 'postgres://console@127.0.0.1:1/console' }
    const { code, says } = startWith({ DATA_DIR: folder(), HOST: 'no-such-host.invalid', ...more })
    expect(says).toMatch(/^Wrong setting: HOST [^\n]+\n$/)
    expect(code).toBe(1)
  })
})

/** What a start that fails this way writes, and its exit code. */
async function explained(failure: Error) {
  const says = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const ends = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  await startOrExplain(() => Promise.reject(failure))
  const told = [says.mock.calls, ends.mock.calls]
  vi.restoreAllMocks()
  return told
}

it('a port that this user may not open is refused with PORT and without an address', async () => {
  const refused = Object.assign(new Error('listen EACCES: permission denied 0.0.0.0:80'), {
    code: 'EACCES',
    syscall: 'listen',
  })
  const line = 'PORT is one that this user may not open; set one above 1023\n'
  expect(await explained(refused)).toEqual([[[line]], [[1]]])
})

it.each([
  new MissingRole('console'),
  new NotOwner(Object.assign(new Error('permission denied for database gatehouse'), { code: '42501' })),
])('a demo that is not allowed to migrate says in one line what to set: %s', async (refusal) => {
  expect(await explained(refusal)).toEqual([[[`${refusal.message}\n`]], [[1]]])
})
