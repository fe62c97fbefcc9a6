import dns from 'node:dns'
import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { shareDnsLookups, waitForEachAddress } from '../../app/gateways/addresses.server'
import { runCommand } from '../../scripts/command'

const NODES_LIMIT_MS = net.getDefaultAutoSelectFamilyAttemptTimeout()

afterEach(() => {
  vi.restoreAllMocks()
  net.setDefaultAutoSelectFamilyAttemptTimeout(NODES_LIMIT_MS)
})

it('a busy moment while connecting to the first address of a name does not switch to the second', async () => {
  const server = http.createServer((_request, response) => response.end('Here')).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const addresses = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]
  const lookup = (_name: string, _options: object, give: (error: null, found: typeof addresses) => void) => {
    process.nextTick(() => {
      give(null, addresses)
      setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600))
    })
  }
  vi.spyOn(dns, 'lookup').mockImplementation(lookup as never)

  waitForEachAddress()
  const answer = await fetch(`http://two-addresses.example:${port}/`)
  expect(await answer.text()).toBe('Here')
  server.close()
})

it('a name is looked up once at a time for all who ask for it', async () => {
  const server = net.createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const asked: { name: string; give: (error: null, found: { address: string; family: number }[]) => void }[] = []
  vi.spyOn(dns, 'lookup').mockImplementation(
    ((name: string, _: object, give: (typeof asked)[0]['give']) => void asked.push({ name, give })) as never,
  )

  shareDnsLookups()
  shareDnsLookups()
  const connect = (host: string) => net.connect(port, host)
  const sockets = ['one.example', 'one.example', 'other.example', 'one.example'].map(connect)
  expect(asked.map(({ name }) => name)).toEqual(['one.example', 'other.example'])
  const connected = Promise.all(sockets.map((socket) => once(socket, 'connect')))
  for (const { give } of asked) give(null, [{ address: '127.0.0.1', family: 4 }])
  await connected
  sockets.push(connect('one.example'))
  expect(asked).toHaveLength(3)
  sockets.forEach((socket) => socket.destroy())
  server.close()
})

it('a command also waits more than 3 s for each address of a name', async () => {
  await runCommand(() => Promise.resolve())
  expect(net.getDefaultAutoSelectFamilyAttemptTimeout()).toBeGreaterThan(3000)
})
