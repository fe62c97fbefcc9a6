import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { listDemoOutbox } from '../../../app/domain/messages/demo-outbox.server'
import { MINUTE_MS } from '../../../app/durations'
import { testEnv } from '../../support/services'

const env = testEnv()
const START = Date.parse('2026-03-02T08:00:00Z')
const message = (place: number, text = '') =>
  JSON.stringify({
    id: String(place),
    at: new Date(START + place * MINUTE_MS).toISOString(),
    channel: 'sms',
    kind: 'code',
    to: '+77010000002',
    text,
  })
const write = (lines: readonly string[]) =>
  fs.writeFileSync(path.join(env.dataDir, 'outbox.jsonl'), `${lines.join('\n')}\n`)
const shown = async () => (await listDemoOutbox({ env }))?.map(({ id }) => id)
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => String(from - i))

it('the demo outbox shows the newest 20 messages, the newest first', async () => {
  write(Array.from({ length: 30 }, (_, place) => message(place)))
  expect(await shown()).toEqual(down(29, 10))
})

it('the demo outbox leaves out a line that is still being written', async () => {
  write([message(1), message(2), message(3).slice(0, 40)])
  expect(await shown()).toEqual(['2', '1'])
})

it('the demo outbox reads only the end of a long file, from its first whole line', async () => {
  write(Array.from({ length: 10 }, (_, place) => message(place, 'x'.repeat(10_000))))
  expect(await shown()).toEqual(down(9, 4))
})
