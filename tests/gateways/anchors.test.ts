import { createSocket } from 'node:dgram'
import { expect, it, onTestFinished } from 'vitest'
import { openAnchors } from '../../app/gateways/anchors.server'
import { startServer } from '../support/http-server'
import { resolveTo } from '../support/resolve-to'
import { anchorsInBucket } from '../support/s3'
import { testEnv } from '../support/services'

const anchorsAt = (endpoint: string) => openAnchors(testEnv(anchorsInBucket(endpoint)))

it('a bucket that closes a connection under a question is asked once more for what it has', async () => {
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

it('a bucket that closes a connection under an anchor is not given it twice', async () => {
  const { origin, received } = await startServer(({ method }) =>
    method === 'GET' ? { status: 404, body: '' } : 'hang up',
  )
  await expect(anchorsAt(origin)?.write('{}', new Date())).rejects.toThrow()
  expect(received.map(({ method }) => method)).toEqual(['GET', 'PUT'])
})

/** What a collector on 127.0.0.1 gets by UDP of an anchor that is written to its name. */
async function receivedByUdp(anchor: string): Promise<string> {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => void socket.close())
  const got = new Promise<string>((resolve) => socket.once('message', (bytes) => resolve(bytes.toString())))
  const anchors = openAnchors(testEnv({ ANCHORS: `syslog://collector.example:${socket.address().port}` }))
  await anchors?.write(anchor, new Date())
  return got
}

it('a collector whose name has an address of each kind gets an anchor over UDP at that of IPv4', async () => {
  resolveTo('::1', '127.0.0.1')
  expect(await receivedByUdp('{}')).toMatch(/ anchor - \{\}$/)
})

it('a collector whose name has an address of IPv6 alone gets an anchor over UDP', async () => {
  // Of the sixth version, and there where that is switched off.
  resolveTo('::ffff:127.0.0.1')
  expect(await receivedByUdp('{"gatehouseAnchor":1}')).toMatch(/ anchor - \{"gatehouseAnchor":1\}$/)
})
