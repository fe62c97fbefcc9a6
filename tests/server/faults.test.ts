import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Visitor } from '../../scripts/probe/visitor'
import { startBuiltConsole, type BuiltConsole } from '../support/server'

let served: BuiltConsole
let superadmin: Visitor
let pid = 0
beforeAll(async () => {
  served = await startBuiltConsole()
  superadmin = await served.signIn('superadmin')
  pid = served.server.pid()
})
afterAll(() => served.stop())

/** Sends a request and disconnects at the first bytes of the answer. */
function breakOff(address: string): Promise<void> {
  const { hostname, port } = new URL(served.server.origin)
  return new Promise((resolve) => {
    const socket = net.connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.once('data', () => socket.resetAndDestroy())
    socket.once('close', () => resolve())
    socket.write(`GET ${address} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${superadmin.cookie()}\r\n\r\n`)
  })
}

async function expectWhole() {
  expect(served.server.pid()).toBe(pid)
  process.kill(pid, 0)
  expect((await superadmin.get('/readyz')).status).toBe(200)
  expect((await superadmin.get('/verifications/')).status).toBe(200)
}

describe('the process survives', () => {
  it('a message that cannot be written to the outbox, which waits and is sent once it can be', async () => {
    const outbox = path.join(served.dataDir, 'outbox.jsonl')
    fs.renameSync(outbox, `${outbox}.away`)
    fs.mkdirSync(outbox)
    const stranger = served.newVisitor()
    await stranger.get('/sign-in')
    const sent = await stranger.post('/sign-in', { phone: '+77010000004', channel: 'sms', redirect: '/' })
    expect(sent.status).toBe(302)
    await wait(1500)
    await expectWhole()
    fs.rmdirSync(outbox)
    await expect.poll(() => served.outbox().map(({ to }) => to)).toEqual(['+77010000004'])
  })

  it('a client that disconnects in the middle of an answer', async () => {
    const addresses = ['/', '/verifications/', '/audit/', '/verifications/export', '/invites/export']
    for (let round = 0; round < 60; round += 1) await breakOff(addresses[round % addresses.length] ?? '/')
    await Promise.all(addresses.map(breakOff))
    await expectWhole()
  })

  it('an action whose request breaks off in the middle of its body', async () => {
    const { hostname, port } = new URL(served.server.origin)
    const ends = Array.from({ length: 20 }, async () => {
      const socket = net.connect(Number(port), hostname)
      socket.on('error', () => {})
      const head = `POST /settings/preferences HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOrigin: ${served.server.origin}\r\n`
      const type = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 500\r\n'
      socket.write(`${head}${type}Cookie: ${superadmin.cookie()}\r\n\r\nlanguage=e`)
      await wait(30)
      socket.resetAndDestroy()
    })
    await Promise.all(ends)
    await expectWhole()
  })
})
