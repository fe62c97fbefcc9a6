import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, expect, it } from 'vitest'
import { readUpload } from '../../app/http/forms/upload.server'
import { emptyTables, openTestDatabase } from '../support/database'
import { answerOf, visit } from '../support/requests'
import { testServices } from '../support/services'

const db = await openTestDatabase()
const services = await testServices({ db })
beforeEach(() => emptyTables(db))

const head = (disposition: string) => `--cut-here\r\nContent-Disposition: form-data; ${disposition}\r\n`
const FILE = `${head('name="file"; filename="a.pdf"')}\r\n%PDF`

/** Posts a form whose body arrives in these pieces, one for each turn of the event loop. */
function post(pieces: readonly string[]) {
  const rest = [...pieces]
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      await nextTurn()
      const piece = rest.shift()
      if (piece === undefined) controller.close()
      else controller.enqueue(Buffer.from(piece))
    },
  }
  const body = new ReadableStream(source, { highWaterMark: 0 })
  const { context } = visit(services, '/x')
  const headers = { 'content-type': `multipart/form-data; boundary=cut-here` }
  const streamed: RequestInit & { duplex: 'half' } = { duplex: 'half', method: 'POST', headers, body }
  const request = new Request('http://localhost/x', streamed)
  let dropped = 0
  const receive = async (content: AsyncIterable<Buffer>) => {
    let sizeBytes = 0
    for await (const chunk of content) sizeBytes += chunk.length
    return { sizeBytes, drop: async () => void (dropped += 1) }
  }
  let fields = new Map<string, string>()
  const answer = answerOf(async () => {
    ;({ fields } = await readUpload(request, context, { limitBytes: 1000, receive, stalledMs: 200 }))
  })
  return answer.then(({ status }) => ({ status, dropped, fields }))
}

it.each([
  ['a file without a name', `${head('name="file"; filename=""')}\r\nabc`],
  ['a file of which only the kind is told', `${head('name="file"')}Content-Type: application/octet-stream\r\n\r\nabc`],
  ['a file', FILE],
])('a form cut off within %s is refused with 400 and does not crash the console', async (_, form) => {
  expect(await post([form])).toMatchObject({ status: 400 })
  expect(await post([form.slice(0, 20), form.slice(20)])).toMatchObject({ status: 400 })
})

it('a form that continues after its end is refused with 400 instead of being waited for', async () => {
  expect(await post(['--cut-here--\r\n', FILE, '\r\n--cut-here--\r\n'])).toMatchObject({ status: 400, dropped: 0 })
})

it('only the first 20 fields of a form are read, and only the first 4,096 bytes of each', async () => {
  const fields = Array.from({ length: 22 }, (_, n) => `${head(`name="f${n}"`)}\r\n${'a'.repeat(5000)}\r\n`)
  const read = await post([...fields, '--cut-here--\r\n'])
  expect(read.status).toBe(200)
  expect([...read.fields.keys()]).toEqual(Array.from({ length: 20 }, (_, n) => `f${n}`))
  expect([...read.fields.values()].map(({ length }) => length)).toEqual(Array.from({ length: 20 }, () => 4096))
})
