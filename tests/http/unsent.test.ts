import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { servicesContext, unsentContext, requestInfoContext } from '../../app/context'
import { guardMiddleware } from '../../app/http/sign-in/guard.server'
import { writeAuthStorage } from '../../app/http/sign-in/session-cookie.server'
import { testServices } from '../support/services'

const services = await testServices()
const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
const withoutDatabase = {
  ...services,
  db: new Proxy(services.db, {
    get: () => () => {
      throw away
    },
  }),
}
const tokens = { access_token: 'a'.repeat(43), refresh_token: 'r'.repeat(43), expires_in: 900 }

async function ask(init: RequestInit, path = '/verifications/1/reject?status=pending') {
  const context = new RouterContextProvider()
  context.set(servicesContext, withoutDatabase)
  context.set(requestInfoContext, { requestId: 'REFERENCE1', nonce: 'n', address: '127.0.0.1' })
  const cookie = await writeAuthStorage(services.env, { userId: 'u', deviceId: 'd' }, tokens, services.now().getTime())
  const request = new Request(`http://localhost:3000${path}`, {
    ...init,
    headers: { ...(init.headers as Record<string, string>), cookie: cookie.split(';')[0] ?? '' },
  })
  const next = () => Promise.reject(new Error('the action must not run'))
  const args = { request, context, params: {}, url: new URL(request.url), pattern: '' }
  const answer: unknown = await Promise.resolve(
    guardMiddleware(args as Parameters<typeof guardMiddleware>[0], next),
  ).catch((thrown: unknown) => thrown)
  return { answer, context }
}

describe('a form sent while the database is down', () => {
  it('is answered 503, does nothing, signs nobody out and is kept for sending again', async () => {
    const body = new URLSearchParams([
      ['reason', 'The licence is unreadable'],
      ['items', 'one'],
      ['items', 'two'],
    ])
    const { answer, context } = await ask({ method: 'POST', body })
    if (!(answer instanceof Response)) throw answer
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(context.get(unsentContext)).toEqual({
      action: '/verifications/1/reject?status=pending',
      fields: [...body],
    })
  })

  it('is kept without the code or the passkey that proved identity', async () => {
    const body = new URLSearchParams({ role: 'admin', proof: 'code', proofCode: '123456', proofPasskey: '{"id":"x"}' })
    const { context } = await ask({ method: 'POST', body }, '/users/1/role')
    expect(context.get(unsentContext)?.fields).toEqual([['role', 'admin']])
  })

  it('with a file is answered 503 before any of the file is read', async () => {
    let pulled = 0
    const body = new ReadableStream<Uint8Array>(
      {
        pull(stream) {
          pulled += 1
          if (pulled > 20) stream.close()
          else stream.enqueue(new Uint8Array(65_536))
        },
      },
      { highWaterMark: 0 },
    )
    const posted: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    }
    const path = '/organizations/0f0e0d0c-1111-4222-8333-444455556666/setup/documents.data'
    const { answer, context } = await ask(posted, path)
    expect(answer instanceof Response && answer.status).toBe(503)
    expect(pulled).toBe(0)
    expect(context.get(unsentContext)).toBeNull()
  })

  it('is the only request kept: a GET is answered 503 and keeps nothing', async () => {
    const { answer, context } = await ask({})
    expect(answer instanceof Response && answer.status).toBe(503)
    expect(context.get(unsentContext)).toBeNull()
  })
})
