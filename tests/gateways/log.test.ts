import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { linesTo, openLog } from '../../app/gateways/log.server'
import { sourcesUnder } from '../support/imports'

function collect(logLevel = 'info') {
  const lines: string[] = []
  const log = openLog({ logLevel }, { write: (line: string) => void lines.push(line) })
  const last = () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>
  return { log, lines, last }
}

it('a line is JSON with its level, time and fields', () => {
  const { log, last } = collect()
  log.info({ requestId: 'R1', method: 'GET', path: '/invites', status: 200, ms: 3 }, 'request')
  expect(last()).toEqual({
    level: 'info',
    time: expect.stringMatching(/Z$/),
    requestId: 'R1',
    method: 'GET',
    path: '/invites',
    status: 200,
    ms: 3,
    msg: 'request',
  })
})

it('a field that is not on the list is dropped, and its name is logged', () => {
  const { log, lines, last } = collect()
  log.info({ requestId: 'R1', cookie: 'sealed', code: '123456' }, 'request')
  expect(last()).toMatchObject({ requestId: 'R1', dropped: ['cookie', 'code'] })
  expect(lines.join()).not.toMatch(/sealed|123456/)
})

it('an invite code in an error is replaced, however it was typed', () => {
  const { log, last } = collect()
  log.error({ err: new Error('No code inv-abcd-efgh-jkmn') }, 'failed')
  expect(last()).toMatchObject({ err: { message: 'No code [invite code]' } })
})

it('every field that the console logs is on the list', () => {
  const fields = [...sourcesUnder('app'), ...sourcesUnder('edge')].flatMap((file) => fieldsLoggedIn(file))
  expect(new Set(fields).size).toBeGreaterThan(20)
  const { log, last } = collect()
  log.info(Object.fromEntries(fields.map((name) => [name, 'x'])), 'all')
  expect(last().dropped).toBeUndefined()
})

/** The field names of each log call, written in the call or in a constant just before it. */
function fieldsLoggedIn(file: string): string[] {
  const source = fs.readFileSync(file, 'utf8')
  const lines = source.matchAll(/\blog\.(?:error|warn|info|debug)\(\s*(?:\{([^}]*)\}|(\w+),)/g)
  return [...lines].flatMap(([, written, constant]) => {
    const fields = written ?? new RegExp(`const ${constant} = \\{([^}]*)\\}`).exec(source)?.[1]
    if (fields === undefined) throw new Error(`${file}: what does ${constant} hold?`)
    return [...fields.matchAll(/(?:^|,)\s*(\w+)\s*(?=[:,]|$)/g)].flatMap(([, name]) => name ?? [])
  })
}

it('a logged error keeps its code, frames and causes, and loses personal data', () => {
  const { log, lines, last } = collect()
  const cause = Object.assign(new Error('Key (phone)=(+77015550001) already exists.'), { code: '23505', detail: 'aru' })
  const failure = Object.assign(new Error('Failed query: insert … params: aru@mail.example', { cause }), {
    query: 'insert into users values ($1)',
    params: ['aru@mail.example'],
  })
  log.error({ err: failure }, 'failed')
  expect(last()).toMatchObject({
    err: {
      type: 'Error',
      message: 'Failed query: insert into users values ($1)',
      stack: expect.stringContaining('log.test.ts'),
      cause: { code: '23505', message: 'Key (phone)=([number]) already exists.' },
    },
  })
  expect(lines.join()).not.toMatch(/7015550001|aru/)
})

it('a thrown value that is not an error is logged without its content', () => {
  const { log, last } = collect()
  log.error({ err: 'Code 123456 for +77015550001' }, 'failed')
  expect(last().err).toEqual({ type: 'string', message: 'Thrown value that is not an error', stack: '' })
})

it('an error that is its own cause is logged only five causes deep', () => {
  const { log, lines } = collect()
  const failure = new Error('round')
  failure.cause = failure
  log.error({ err: failure }, 'failed')
  expect(lines[0]?.match(/"message":"round"/g)).toHaveLength(6)
})

it('lines below the level are not written', () => {
  const { log, lines } = collect()
  log.debug('quiet')
  expect(lines).toEqual([])
  const all = collect('debug')
  all.log.debug('asked for')
  expect(all.last()).toMatchObject({ level: 'debug', msg: 'asked for' })
})

it('lines that cannot be written end nothing, and are dropped beyond a limit', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-log-'))
  const file = path.join(folder, 'log')
  fs.writeFileSync(file, '')
  const unwritable = fs.openSync(file, 'r')
  try {
    const to = linesTo(unwritable)
    const log = openLog({ logLevel: 'info' }, to)
    for (let n = 0; n < 3; n += 1) log.info({ event: 'started' }, 'x'.repeat(600_000))
    const dropped: string[] = []
    to.on('drop', (line) => dropped.push(line))
    log.info({ event: 'started' }, 'x'.repeat(600_000))
    expect(dropped).toHaveLength(1)
  } finally {
    fs.closeSync(unwritable)
    fs.rmSync(folder, { recursive: true })
  }
})
