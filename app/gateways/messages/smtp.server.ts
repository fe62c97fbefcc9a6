import net from 'node:net'
import { createTransport } from 'nodemailer'
import { MINUTE_MS } from '../../durations'
import { DEFAULT_LANGUAGE } from '../../vocabulary'
import type { MessageGateway } from '../ports'
import { DeliveryFailure } from './delivery-failure'
import { mailHtml } from './mail-html'

/** From the slot on: a server may scan for viruses before it answers, and leaving earlier would send the mail twice. */
const ANSWER_LIMIT_MS = MINUTE_MS
/** For the connection, before anything is sent. */
const CONNECT_LIMIT_MS = 10_000
/** For a free slot; together with the answer less than the outbox waits. */
const SLOT_LIMIT_MS = 50_000
const MOST_CONNECTIONS = 5
/** A server that refuses us, for example because a quota is used up, is not asked again for this long. */
const REST_MS = 10 * MINUTE_MS

type SmtpSettings = {
  smtp: {
    /** `smtps://` is TLS from the start, `smtp://` STARTTLS; `?tls=off` for a relay on our own network. */
    url: string
    /** `address` or `Name <address>`. */
    from: string
  }
  publicOrigin: string
}

type Options = {
  answerLimitMs?: number
  slotLimitMs?: number
  /** A certificate authority to trust in addition to the well-known ones, as PEM. */
  ca?: string
}

/**
 * E-mail through an SMTP server, as text and HTML, to one recipient. The Message-ID is made from the message's id, so that a
 * repeated attempt can be recognised. Rejects with {@link DeliveryFailure}.
 */
export function openSmtp({ smtp, publicOrigin }: SmtpSettings, options: Options = {}): MessageGateway {
  const limitMs = options.answerLimitMs ?? ANSWER_LIMIT_MS
  const server = readUrl(new URL(smtp.url))
  const connectLimitMs = Math.min(limitMs, CONNECT_LIMIT_MS)
  const from = readMailbox(smtp.from)
  const transport = createTransport({
    ...server,
    ...(options.ca && { tls: { ca: options.ca } }),
    name: new URL(publicOrigin).hostname,
    pool: true,
    maxConnections: MOST_CONNECTIONS,
    getSocket: (_options: unknown, done: Connected) => connect(server, connectLimitMs, done),
    connectionTimeout: connectLimitMs,
    greetingTimeout: connectLimitMs,
    socketTimeout: limitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const slots = openSlots(MOST_CONNECTIONS)
  // An idle connection that breaks harms nobody: the next message opens another.
  transport.on('error', () => {})
  return {
    deliver: async ({ id, to, subject = '', text, language }, signal) => {
      if (!isSingleAddress(to)) throw new DeliveryFailure('The recipient is no e-mail address', { isFinal: true })
      await slots.take(options.slotLimitMs ?? SLOT_LIMIT_MS, signal)
      const tooLate = AbortSignal.timeout(limitMs)
      const mail = { subject: inOneLine(subject), text: printable(text), ...(language && { language }) }
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          envelope: { from: from.address, to: [to] },
          messageId: `<${id}@${from.address.replace(/^.*@/, '')}>`,
          subject: mail.subject,
          text: mail.text,
          html: mailHtml(mail, publicOrigin),
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language ?? DEFAULT_LANGUAGE },
          signal: signal ? AbortSignal.any([signal, tooLate]) : tooLate,
        })
      } catch (error) {
        if (tooLate.aborted)
          throw new DeliveryFailure(`The mail server did not answer in ${limitMs} ms`, { isUnknown: true })
        throw refusalOf(error)
      } finally {
        slots.give()
      }
    },
  }
}

const noSlot = () => new DeliveryFailure('All connections to the mail server were taken', { isUnbegun: true })

/** A semaphore: `most` hold a slot at once, the others wait in order. `take` rejects with {@link noSlot} after `limitMs`, or on `signal`. */
function openSlots(most: number) {
  let free = most
  const waiting: (() => void)[] = []
  return {
    take: async (limitMs: number, signal?: AbortSignal): Promise<void> => {
      if (signal?.aborted) throw noSlot()
      if (free > 0) return void (free -= 1)
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', giveUp)
        }
        const begin = () => {
          leave()
          resolve()
        }
        const giveUp = () => {
          leave()
          waiting.splice(waiting.indexOf(begin), 1)
          reject(noSlot())
        }
        const timer = setTimeout(giveUp, limitMs)
        signal?.addEventListener('abort', giveUp)
        waiting.push(begin)
      })
    },
    give: () => {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    },
  }
}

type Connected = (error: Error | null, made?: { connection: net.Socket }) => void

/** Resolves the name as the system does, like every other connection: the library would ask each nameserver by itself. */
function connect({ host, port }: { host: string; port: number }, limitMs: number, done: Connected): void {
  const socket = net.connect({ host, port })
  const timer = setTimeout(() => socket.destroy(Object.assign(new Error('Too late'), { code: 'ETIMEDOUT' })), limitMs)
  const fail = (error: Error) => {
    clearTimeout(timer)
    done(error)
  }
  socket.once('error', fail)
  socket.once('connect', () => {
    clearTimeout(timer)
    socket.off('error', fail)
    done(null, { connection: socket })
  })
}

function readUrl(url: URL) {
  const isSecure = url.protocol === 'smtps:'
  const isOpen = !isSecure && url.searchParams.get('tls') === 'off'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : isSecure ? 465 : 587,
    secure: isSecure,
    requireTLS: !isSecure && !isOpen,
    ignoreTLS: isOpen,
    ...(url.username && { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
  }
}

function readMailbox(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^(.*?)\s*<(.+)>$/.exec(from) ?? []
  return { name, address }
}

/** One address and nothing that could be read as a second one, a name, or a header. */
const isSingleAddress = (to: string) =>
  to.length <= 254 && /^[^\s@<>()[\]",:;\\\p{C}]{1,64}@[^\s@<>()[\]",:;\\\p{C}]+$/u.test(to)

const inOneLine = (text: string) =>
  text
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200)

const printable = (text: string) => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')

/** Codes about the recipient or the mail itself (RFC 3463). 5.1.0 is not among them: Postfix says it of the sender. */
const OF_THIS_MAIL = /^5\.(1\.[1236]|1\.10|2\.1|3\.4|6\.\d+)$/
/** Codes about the recipient, where the server gives no code of RFC 3463. */
const OF_RECIPIENT = [550, 551, 553]

/** Final only if the server refuses this recipient or this mail; a refusal of us may be put right, or be over by tomorrow. */
function refusalOf(error: unknown): DeliveryFailure {
  const { code, originalCode, command, responseCode, response } =
    error instanceof Error ? (error as Partial<SmtpError>) : {}
  if (responseCode === undefined)
    return new DeliveryFailure(`The mail server failed with ${originalCode ?? code ?? 'an unknown error'}`)
  const [, enhanced] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})(?!\S)/.exec(response ?? '') ?? []
  const isOfRecipient = command === 'RCPT TO'
  const isFinal = enhanced
    ? (isOfRecipient || command === 'DATA') && OF_THIS_MAIL.test(enhanced)
    : isOfRecipient && OF_RECIPIENT.includes(responseCode)
  const status = [responseCode, enhanced].filter(Boolean).join(' ')
  return new DeliveryFailure(`The mail server refused ${command ?? ''} with status ${status}`, {
    isFinal,
    ...(responseCode >= 500 && !isFinal && { retryAfterMs: REST_MS }),
  })
}

/** `originalCode` is the code of the system or TLS, where the library has replaced it by one of its own. */
type SmtpError = { code: string; originalCode: string; command: string; responseCode: number; response: string }
