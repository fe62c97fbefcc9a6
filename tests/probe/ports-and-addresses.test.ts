import dns from 'node:dns'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { PORTS } from '../../scripts/probe/server-process'
import { visitor } from '../../scripts/probe/visitor'

afterEach(() => vi.restoreAllMocks())

it('no port is one that browsers refuse', async () => {
  const dispatcher = {
    dispatch: () => {
      throw new Error('asked')
    },
  }
  const outcome = async (port: number) => {
    const asking = { dispatcher } as unknown as RequestInit
    const error: unknown = await fetch(`http://127.0.0.1:${port}/`, asking).catch((reason: unknown) => reason)
    return error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
  }
  const refused: number[] = []
  for (let port = PORTS.from - 1; port < PORTS.to; port += 1) {
    const said = await outcome(port)
    if (said === 'bad port') refused.push(port)
    else expect(said).toBe('asked')
  }
  expect(refused).toEqual([PORTS.from - 1])
})

it('a visitor asks for no name, which may have an address that nobody listens on', async () => {
  const lookup = vi.spyOn(dns, 'lookup')
  const server = http.createServer((_request, response) => response.end('Here')).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const { text } = await visitor(`http://localhost:${port}`).get('/')
  server.close()
  expect(text).toBe('Here')
  expect(lookup).not.toHaveBeenCalledWith('localhost', expect.anything(), expect.anything())
})
