import { createSocket } from 'node:dgram'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openAnchors } from '../../app/gateways/anchors.server'
import { testFolder } from '../support/folders'
import { startServer } from '../support/http-server'
import { resolveTo } from '../support/resolve-to'
import { anchorsInBucket } from '../support/s3'
import { testEnv } from '../support/services'

const anchorsAt = (endpoint: string) => openAnchors(testEnv(anchorsInBucket(endpoint)))

it('a read of anchors whose connection the bucket closes is tried once more', async () => {
  const keys = Array.from({ length: 40 }, (_, n) => `anchors/${100 + n}.json`)
  const closed = new Set<string>()
  const { origin } = await startServer(({ url }) => {
    const isFirst = !closed.has(url)
    closed.add(url)
    if (isFirst && /list-type|1[02]0\.json/.test(url)) return 'hang up'
    const body = url.includes('list-type') ? keys.map((key) => `<Key>${key}</Key>`).join('') : `line of ${url}`
    return { status: 200, body }
  })
  const lines = await anchorsAt(origin)?.read?.()
  expect(lines).toEqual(keys.map((key) => `line of /documents/${key}`))
})

it('an anchor whose connection the bucket closes is not written twice', async () => {
  const { origin, received } = await startServer(({ method }) =>
    method === 'GET' ? { status: 404, body: '' } : 'hang up',
  )
  await expect(anchorsAt(origin)?.write('{}', new Date())).rejects.toThrow()
  expect(received.map(({ method }) => method)).toEqual(['GET', 'PUT'])
})

/** What a collector on 127.0.0.1 receives by UDP when an anchor is written to its name. */
async function receivedByUdp(anchor: string): Promise<string> {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => void socket.close())
  const got = new Promise<string>((resolve) => socket.once('message', (bytes) => resolve(bytes.toString())))
  const anchors = openAnchors(testEnv({ ANCHORS: `syslog://collector.example:${socket.address().port}` }))
  await anchors?.write(anchor, new Date())
  return got
}

it('an anchor over UDP goes to the IPv4 address of a collector that has one of each kind', async () => {
  resolveTo('::1', '127.0.0.1')
  expect(await receivedByUdp('{}')).toMatch(/ anchor - \{\}$/)
})

it('an anchor over UDP reaches a collector that has an IPv6 address alone', async () => {
  // An IPv6 address that also works where IPv6 is switched off.
  resolveTo('::ffff:127.0.0.1')
  expect(await receivedByUdp('{"gatehouseAnchor":1}')).toMatch(/ anchor - \{"gatehouseAnchor":1\}$/)
})

describe('a file of anchors', () => {
  const open = (file: string) => openAnchors(testEnv({ ANCHORS: `file:${file}` }))

  it('is empty before the first anchor, and only its owner may read it', async () => {
    const file = path.join(testFolder(), 'anchors.jsonl')
    expect(await open(file)?.read?.()).toEqual([])
    await open(file)?.write('{}', new Date())
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    expect(await open(file)?.read?.()).toEqual(['{}', ''])
  })

  it('keeps what another process wrote behind a line that failed on a full disk', async () => {
    const file = path.join(testFolder(), 'anchors.jsonl')
    fs.writeFileSync(file, 'first\n')
    const handle = await fs.promises.open(file)
    await handle.close()
    const appendFile = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'appendFile')
    appendFile.mockImplementationOnce(async (line) => {
      fs.appendFileSync(file, `${String(line)}other\n`)
      throw new Error('ENOSPC: no space left on device, write')
    })
    await expect(open(file)?.write('second', new Date())).rejects.toThrow('ENOSPC')
    appendFile.mockRestore()
    expect(fs.readFileSync(file, 'utf8')).toBe('first\nsecond\nother\n')
  })
})

describe('a bucket of anchors', () => {
  it('gives the anchors of all pages of its list, in the order of their time', async () => {
    const { origin, received } = await startServer(({ url }) => {
      if (!url.includes('list-type')) return { status: 200, body: `line of ${url}` }
      const isSecond = url.includes('continuation-token=next')
      const body = isSecond
        ? '<Key>anchors/1.json</Key>'
        : '<Key>anchors/3.json</Key><Key>anchors/2.json</Key><NextContinuationToken>next</NextContinuationToken>'
      return { status: 200, body }
    })
    const lines = await anchorsAt(origin)?.read?.()
    expect(lines).toEqual([1, 2, 3].map((n) => `line of /documents/anchors/${n}.json`))
    expect(received.filter(({ url }) => url.includes('list-type'))).toHaveLength(2)
  })

  it.each([
    ['does not list', (url: string) => url.includes('list-type'), 'did not list them: status 403'],
    ['does not give', (url: string) => url.endsWith('.json'), 'did not give one: status 403'],
  ])('that %s its anchors is an error, and not a log without anchors', async (_, isRefused, said) => {
    const { origin } = await startServer(({ url }) =>
      isRefused(url) ? { status: 403, body: '' } : { status: 200, body: '<Key>anchors/1.json</Key>' },
    )
    await expect(anchorsAt(origin)?.read?.()).rejects.toThrow(`The store of anchors ${said}`)
  })

  it('that refuses an anchor makes the write fail', async () => {
    const { origin } = await startServer(({ method }) => ({ status: method === 'PUT' ? 403 : 404, body: '' }))
    await expect(anchorsAt(origin)?.write('{}', new Date())).rejects.toThrow('refused one: status 403')
  })
})
