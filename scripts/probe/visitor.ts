import fs from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { MINUTE_MS } from '../../app/durations'

const CODE_LIMIT_MS = MINUTE_MS
const ANSWER_LIMIT_MS = MINUTE_MS

// The console listens on one address of `localhost`; Node would try the other after 250 ms.
net.setDefaultAutoSelectFamilyAttemptTimeout(ANSWER_LIMIT_MS)

/** A browser without scripts: it keeps cookies, posts forms and does not follow redirects. */
export type Visitor = {
  get: (address: string) => Promise<Answer>
  /** As parts of a multipart body when `isMultipart`. */
  post: (address: string, fields: Record<string, string> | [string, string][], isMultipart?: boolean) => Promise<Answer>
  /** What it was given, by name. */
  cookies: ReadonlyMap<string, string>
  /** The cookies as a header. */
  cookie: () => string
}

export type Answer = { status: number; location: string | null; headers?: Headers; text: string }

/** `publicOrigin`: the origin that the browser sees, when a proxy is in between. */
export function visitor(origin: string, publicOrigin = origin): Visitor {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const send = async (address: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(origin + address, {
      ...init,
      redirect: 'manual',
      headers: { cookie: cookie(), origin: publicOrigin, 'accept-language': 'en' },
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return {
      status: response.status,
      location: response.headers.get('location'),
      headers: response.headers,
      text: await response.text(),
    }
  }
  return {
    cookies,
    cookie,
    get: (address) => send(address, {}),
    post: (address, fields, isMultipart) =>
      send(address, { method: 'POST', body: isMultipart ? parts(fields) : new URLSearchParams(fields) }),
  }
}

function parts(fields: Record<string, string> | [string, string][]): FormData {
  const form = new FormData()
  for (const [name, value] of Array.isArray(fields) ? fields : Object.entries(fields)) form.append(name, value)
  return form
}

/** Signs in through the pages, with the code that the console gateway wrote into `dataDir`. */
export async function signIn(browser: Visitor, phone: string, dataDir: string): Promise<void> {
  const outbox = path.join(dataDir, 'outbox.jsonl')
  const linesBefore = (await linesOf(outbox)).length
  await browser.get('/sign-in')
  const sent = await browser.post('/sign-in', { phone, channel: 'sms', redirect: '/' })
  if (sent.status !== 302) throw new Error(`No code for ${phone}: ${sent.status}`)
  const code = await codeIn(outbox, linesBefore, phone)
  const entered = await browser.post('/verify', { phone, code, redirect: '/', intent: 'verify' })
  if (entered.status !== 302) throw new Error(`Not signed in as ${phone}: ${entered.status}`)
}

async function codeIn(outbox: string, linesBefore: number, phone: string): Promise<string> {
  for (const untilMs = Date.now() + CODE_LIMIT_MS; Date.now() < untilMs; await wait(50))
    for (const line of (await linesOf(outbox)).slice(linesBefore)) {
      const message: unknown = JSON.parse(line)
      if (typeof message !== 'object' || message === null || !('to' in message) || message.to !== phone) continue
      const code = 'text' in message ? /\b\d{6}\b/.exec(String(message.text))?.[0] : undefined
      if (code) return code
    }
  throw new Error(`No code came for ${phone}`)
}

/** Lines that are written completely. */
const linesOf = async (file: string): Promise<string[]> =>
  (await fs.readFile(file, 'utf8').catch(() => '')).split('\n').slice(0, -1)
