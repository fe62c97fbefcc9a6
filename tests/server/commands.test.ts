import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { neededMigrations } from '../../app/db/engine/migrations.server'
import { createEmbeddedPostgres } from '../../app/db/engine/pglite/embedded-postgres.server'
import { openEmbedded } from '../../app/db/engine/pglite/pglite.server'
import { facts } from '../../app/db/schema/facts'
import { users } from '../../app/db/schema/users'
import { migratedFolder } from '../support/database'
import { testFolder } from '../support/folders'
import { PRODUCTION } from '../support/production-env'
import { buildOnce } from '../support/server'

const BUILD_LIMIT_MS = 240_000

beforeAll(buildOnce, BUILD_LIMIT_MS)

const SOMEBODY = 'https://console.example.com'
const ownerFile = (folder: string) => path.join(folder, 'documents', 'gatehouse-documents-belong-to.txt')

const seed = (folder: string, count: string) =>
  spawnSync(process.execPath, [path.resolve('build/server/seed.js'), '--verifications', count], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, MODE: 'demo', DATA_DIR: folder },
  })

/** What an operator types, and the answer, given before anything is opened or changed. */
const WRONG = [
  ['staff', '', 'usage: npm run staff -- --phone +7…'],
  ['staff', '--phone +77010009901 --name Owner', 'usage: npm run staff -- --phone +7…'],
  ['staff', '--phone 77010009901 --name Owner --role admin', '--phone must be a valid number'],
  ['staff', '--phone +77010009901 --name Owner --role king', '--role must be one of superadmin'],
  ['staff', '--phone +77010009901 --new-phone 123', '--new-phone must be a valid number'],
  ['staff', '--phone 123 --remove-passkeys', '--phone must be a valid number'],
  ['staff', '--phones +77010009901', "Unknown option '--phones'"],
  ['audit', '--key abc', '--key must be what --public-key prints'],
  ['audit', '--from a-file', 'usage: npm run audit'],
  ['audit', '--bogus', "Unknown option '--bogus'"],
  ['retention', '--dry-run', "Unknown option '--dry-run'"],
  ['backup', '', 'usage: npm run backup -- FILE'],
  ['restore', 'one two', 'usage: npm run restore -- FILE'],
  ['migrate', '--dry-run', "Unknown option '--dry-run'"],
] as const

it.each([
  ['random-changes', '', 'Rows are not changed at random in production mode'],
  ['seed', '--verifications 10', 'Made-up data is not for production mode'],
])('%s is refused in production mode before anything is opened', (command, typed, says) => {
  const ended = spawnSync(
    process.execPath,
    [path.resolve(`build/server/${command}.js`), ...typed.split(' ').filter(Boolean)],
    { encoding: 'utf8', env: { PATH: process.env.PATH, ...PRODUCTION } },
  )
  expect(ended.stderr).toContain(says)
  expect([ended.status, ended.stdout]).toEqual([1, ''])
})

it('a check of the audit log against an empty file of anchors fails and says that it proves nothing', async () => {
  const folder = await migratedFolder()
  const file = path.join(folder, 'anchors.jsonl')
  fs.writeFileSync(file, '')
  const ended = spawnSync(process.execPath, [path.resolve('build/server/audit.js'), '--anchors', '--from', file], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, MODE: 'demo', DATA_DIR: folder },
  })
  expect(ended.stderr).toContain('There are no anchors: they prove nothing')
  expect(ended.status).toBe(1)
})

it('seed marks an empty document store as a demo’s and refuses the store of another console', async () => {
  const folder = await migratedFolder()
  expect(seed(folder, '1').stderr).toBe('')
  expect(fs.readFileSync(ownerFile(folder), 'utf8')).toBe('a demo')
  fs.writeFileSync(ownerFile(folder), SOMEBODY)
  expect(seed(folder, '2').stderr).toContain(`not for a store with the documents of ${SOMEBODY}`)
})

it('staff with a phone of the demo data is refused while that data is not there yet, and adds no row', async () => {
  const folder = await migratedFolder()
  const typed = ['--phone', '+77010000001', '--name', 'Дана', '--role', 'admin']
  const ended = spawnSync(process.execPath, [path.resolve('build/server/staff.js'), ...typed], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, MODE: 'demo', DATA_DIR: folder },
  })
  expect(ended.stderr).toBe('--phone is a number of the demo data: start the console once, or give another number\n')
  expect(ended.status).toBe(1)
  const { db, close } = await openEmbedded(folder)
  onTestFinished(close)
  expect([await db.$count(users), await db.$count(facts)]).toEqual([0, 0])
})

it('seed leaves no mark in the database when its document store is refused', async () => {
  const folder = await migratedFolder()
  fs.mkdirSync(path.dirname(ownerFile(folder)), { recursive: true })
  fs.writeFileSync(ownerFile(folder), SOMEBODY)
  expect(seed(folder, '1').stderr).toContain(`not for a store with the documents of ${SOMEBODY}`)
  const { db, close } = await openEmbedded(folder)
  onTestFinished(close)
  expect(await db.$count(facts)).toBe(0)
})

it('a restore that gets SIGTERM ends with 1 and keeps nothing', async () => {
  const folder = testFolder()
  const file = path.join(folder, 'backup')
  spawnSync('mkfifo', [file])
  const command = spawn(process.execPath, [path.resolve('build/server/restore.js'), file], {
    env: { PATH: process.env.PATH, MODE: 'demo', DATA_DIR: await migratedFolder() },
  })
  onTestFinished(() => void command.kill('SIGKILL'))
  const said = text(command.stderr)
  const ended = once(command, 'exit')
  // Opening blocks until the command has begun to read.
  const backup = await fs.promises.open(file, 'w')
  command.kill('SIGTERM')
  await once(command.stderr, 'data')
  await backup.close()
  expect(await ended).toEqual([1, null])
  expect(await said).toBe('SIGTERM: undoing what was begun\nBroken off by SIGTERM: nothing was kept\n')
})

it('a restore opens its file before it migrates anything', async () => {
  const folder = await migratedFolder()
  const [newest] = neededMigrations().slice(-1)
  const open = () => createEmbeddedPostgres({ dataDir: path.join(folder, 'db') })
  const rows = 'select count(*)::int as count from drizzle.__drizzle_migrations'
  const before = await open()
  await before.query('delete from drizzle.__drizzle_migrations where created_at = $1', [newest])
  await before.close()
  const restore = () =>
    spawnSync(process.execPath, [path.resolve('build/server/restore.js'), path.join(folder, 'backup')], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, MODE: 'demo', DATA_DIR: folder },
    })
  expect(restore().stderr).toMatch(/^\S+backup cannot be opened: ENOENT[^\n]*\n$/)
  const after = await open()
  onTestFinished(() => after.close())
  expect((await after.query(rows)).rows).toEqual([{ count: neededMigrations().length - 1 }])
})

it('a document store that cannot be reached is reported in one line', async () => {
  const folder = await migratedFolder()
  const s3 = {
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'documents',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
    S3_FORCE_PATH_STYLE: 'true',
  }
  const ended = spawnSync(process.execPath, [path.resolve('build/server/restore.js'), path.join(folder, 'backup')], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, MODE: 'demo', DATA_DIR: folder, DOCUMENTS: 's3', ...s3 },
  })
  expect(ended.stderr).toBe('The document store could not be reached (ECONNREFUSED)\n')
  expect(ended.status).toBe(1)
})

it.each(WRONG)('%s %s ends with 1 and says what is wrong', (command, typed, says) => {
  const ended = spawnSync(
    process.execPath,
    [path.resolve(`build/server/${command}.js`), ...typed.split(' ').filter(Boolean)],
    { encoding: 'utf8', env: { PATH: process.env.PATH, MODE: 'demo', DATA_DIR: '/nowhere' } },
  )
  expect(ended.stderr).toContain(says)
  expect(ended.stdout).toBe('')
  expect(ended.status).toBe(1)
})
