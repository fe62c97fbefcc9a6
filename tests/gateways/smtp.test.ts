import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import dns from 'node:dns'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ATTEMPT_LIMIT_MS } from '../../app/domain/messages/retry'
import { openSmtp } from '../../app/gateways/messages/smtp.server'
import type { OutgoingMessage } from '../../app/gateways/ports'
import { testFolder } from '../support/folders'
import { resolveTo } from '../support/resolve-to'
import { partsOf, readMail, startMailServer } from '../support/smtp-server'

const ORIGIN = 'https://console.example.com'
const FROM = 'Gatehouse <no-reply@console.example.com>'
const MAIL: OutgoingMessage = {
  id: 'b7d6c1f0-0000-4000-8000-000000000001',
  channel: 'email',
  kind: 'invite_email',
  to: 'aigul@example.kz',
  subject: 'Gatehouse жүйесіне шақыру',
  text: 'Сәлем!\n\nҚосылу: https://console.example.com/use-invite?code=INV-7K2M-9QXA-4TZB',
  language: 'kk',
}

/** With `a@` and `.kz` an address of 253 characters, of the 254 allowed. */
const LONG_DOMAIN = `${`${'b'.repeat(60)}.`.repeat(4)}cccc`

const open = (url: string, from = FROM, options = {}) =>
  openSmtp({ smtp: { url, from }, publicOrigin: ORIGIN }, options)
const failureOf = (delivery: Promise<void>) =>
  delivery.then(
    () => null,
    (error: unknown) => error,
  )

describe('an e-mail', () => {
  it('goes to one recipient, from the address of the settings, with an id made of the message’s id', async () => {
    const { url, mails } = await startMailServer()
    await open(url).deliver(MAIL)
    expect(mails).toMatchObject([{ from: 'no-reply@console.example.com', to: ['aigul@example.kz'] }])
    const { headers } = readMail(mails[0]?.raw ?? '')
    expect(headers.get('from')).toEqual([FROM])
    expect(headers.get('to')).toEqual(['aigul@example.kz'])
    expect(headers.get('message-id')).toEqual(['<b7d6c1f0-0000-4000-8000-000000000001@console.example.com>'])
    expect(headers.get('auto-submitted')).toEqual(['auto-generated'])
    expect(headers.get('content-language')).toEqual(['kk'])
    expect(headers.get('content-type')?.[0]).toMatch(/^multipart\/alternative;/)
    expect([...headers.keys()].toSorted()).toEqual([
      'auto-submitted',
      'content-language',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ])
  })

  it('has the same content as text and as HTML', async () => {
    const { url, mails } = await startMailServer()
    await open(url).deliver(MAIL)
    const parts = partsOf(mails[0]?.raw ?? '')
    expect(parts['text/plain']?.trim()).toBe(MAIL.text)
    expect(parts['text/html']).toContain('<html lang="kk" dir="ltr">')
    expect(parts['text/html']).toMatch(
      /<a href="https:\/\/console\.example\.com\/use-invite\?code=INV-7K2M-9QXA-4TZB"[^>]*>Қосылу<\/a>/,
    )
  })

  it('has the same id at every attempt', async () => {
    const { url, mails } = await startMailServer()
    const gateway = open(url)
    await gateway.deliver(MAIL)
    await gateway.deliver(MAIL)
    const ids = mails.map(({ raw }) => readMail(raw).headers.get('message-id')?.[0])
    expect(ids).toEqual([ids[0], ids[0]])
  })

  it('without a known language says that it is in English', async () => {
    const { url, mails } = await startMailServer()
    const { language: _, ...unknown } = MAIL
    await open(url).deliver(unknown)
    expect(readMail(mails[0]?.raw ?? '').headers.get('content-language')).toEqual(['en'])
    expect(partsOf(mails[0]?.raw ?? '')['text/html']).toContain('<html lang="en"')
  })

  it('has a sender without a name where the settings give none, and comes from the host of the console', async () => {
    const hosts: string[] = []
    const { url, mails } = await startMailServer({
      onMailFrom: (_address, { hostNameAppearsAs }, done) => (hosts.push(hostNameAppearsAs), done()),
    })
    await open(url, 'post@example.kz').deliver(MAIL)
    expect(mails).toMatchObject([{ from: 'post@example.kz' }])
    expect(readMail(mails[0]?.raw ?? '').headers.get('from')).toEqual(['post@example.kz'])
    expect(hosts).toEqual(['console.example.com'])
  })

  it('has no invisible characters in its text, and a subject of 200 characters at most', async () => {
    const { url, mails } = await startMailServer()
    await open(url).deliver({ ...MAIL, subject: 'x'.repeat(201), text: 'one\u0000\u0007\ttwo\r\nthree\rfour' })
    const text = partsOf(mails[0]?.raw ?? '')['text/plain']?.trim() ?? ''
    expect(text.split('\r\n')).toEqual(['one\ttwo', 'three', 'four'])
    expect(readMail(mails[0]?.raw ?? '').headers.get('subject')).toEqual(['x'.repeat(200)])
  })

  it('goes out again after the server closed the idle connection', async () => {
    const { url, mails, hangUp } = await startMailServer()
    const gateway = open(url)
    await gateway.deliver(MAIL)
    expect(await hangUp()).toHaveLength(1)
    await gateway.deliver(MAIL)
    expect(mails).toHaveLength(2)
  })
})

describe('nothing that somebody typed becomes an envelope or a header', () => {
  it.each([
    'a@example.kz, b@example.kz',
    'a@example.kz;b@example.kz',
    'a@example.kz b@example.kz',
    'a@example.kz\r\nRCPT TO:<b@example.kz>',
    'a@example.kz\nBcc: b@example.kz',
    'a@example.kz>\r\nDATA',
    'A <a@example.kz>',
    '"b@example.kz"@example.kz',
    'a@b@example.kz',
    'a@example.kz\u0000',
    'a@example.kz\u202e',
    '(comment)a@example.kz',
    'group: a@example.kz, b@example.kz;',
    `${'a'.repeat(65)}@example.kz`,
    `a@${LONG_DOMAIN}cc.kz`,
    'a@',
    '',
  ])('the recipient %j is refused for good', async (to) => {
    const { url, mails } = await startMailServer()
    expect(await failureOf(open(url).deliver({ ...MAIL, to }))).toMatchObject({ isFinal: true })
    expect(mails).toEqual([])
  })

  it.each([`${'a'.repeat(64)}@example.kz`, `a@${LONG_DOMAIN}.kz`])(
    'the recipient %s, as long as one may be, is accepted',
    async (to) => {
      const { url, mails } = await startMailServer()
      await open(url).deliver({ ...MAIL, to })
      expect(mails).toMatchObject([{ to: [to] }])
    },
  )

  it.each([
    'Hi\r\nBcc: b@example.kz',
    'Hi\nTo: b@example.kz',
    'Hi\r\n\r\nbody',
    'Hi\u2028Bcc: b@example.kz',
    'Hi\u0000\u0007',
    `${'Hi '.repeat(2000)}\r\nBcc: b@example.kz`,
    '=?utf-8?q?Hi=0D=0ABcc:_b=40example.kz?=',
  ])('the subject %j stays one header', async (subject) => {
    const { url, mails } = await startMailServer()
    await open(url).deliver({ ...MAIL, subject })
    expect(mails).toMatchObject([{ to: ['aigul@example.kz'] }])
    const { headers } = readMail(mails[0]?.raw ?? '')
    expect(headers.get('subject')).toHaveLength(1)
    expect(headers.get('to')).toEqual(['aigul@example.kz'])
    expect(headers.has('bcc')).toBe(false)
    expect(headers.size).toBe(9)
  })

  it.each([
    'Hi\r\n.\r\nMAIL FROM:<x@evil.example>\r\nRCPT TO:<b@example.kz>\r\nDATA\r\nbad\r\n.\r\n',
    'Hi\n.\nQUIT\n',
    '..\n.',
    '\r\n\r\n--boundary\r\nContent-Type: text/html\r\n\r\n<b>x</b>',
  ])('the text %j stays one message', async (text) => {
    const { url, mails } = await startMailServer()
    await open(url).deliver({ ...MAIL, text })
    expect(mails).toHaveLength(1)
    expect(mails[0]?.to).toEqual(['aigul@example.kz'])
    expect(Object.keys(partsOf(mails[0]?.raw ?? ''))).toEqual(['text/plain', 'text/html'])
  })
})

describe('a refusal of the mail server', () => {
  const TEN_MINUTES_MS = 600_000
  const answering = (answer: string) =>
    Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })

  it.each<[string, boolean, number | undefined]>([
    ['550 5.1.1 <aigul@example.kz>: no such mailbox', true, undefined],
    ['550 5.1.2 no such domain', true, undefined],
    ['551 5.1.6 the mailbox has moved', true, undefined],
    ['550 5.1.10 the domain takes no mail', true, undefined],
    ['550 no such mailbox', true, undefined],
    ['551 user not local', true, undefined],
    ['553 5.1.3 a name it does not allow', true, undefined],
    ['550 5.2.1 the mailbox is closed', true, undefined],
    ['450 4.2.1 the mailbox is busy', false, undefined],
    ['451 4.7.1 put off at the first contact', false, undefined],
    ['452 4.2.2 the store is full', false, undefined],
    ['552 5.2.2 the mailbox is full', false, TEN_MINUTES_MS],
    ['554 5.7.1 relaying denied', false, TEN_MINUTES_MS],
    ['550 5.7.1 the client is on a block list', false, TEN_MINUTES_MS],
    ['550 5.1.0 the sender is not known', false, TEN_MINUTES_MS],
    ['554 relaying denied', false, TEN_MINUTES_MS],
  ])('for the recipient with “%s”: final is %s, pause is %s', async (answer, isFinal, retryAfterMs) => {
    const { url, mails } = await startMailServer({
      onRcptTo: (_address, _session, done) => done(answering(answer)),
    })
    const [status] = /^[\d.]+( \d[\d.]+)?/.exec(answer) ?? []
    expect(await failureOf(open(url).deliver(MAIL))).toMatchObject({
      isFinal,
      retryAfterMs,
      message: `The mail server refused RCPT TO with status ${status}`,
    })
    expect(mails).toEqual([])
  })

  it.each<[string, boolean, number | undefined]>([
    ['554 5.6.0 the mail is malformed', true, undefined],
    ['552 5.3.4 the mail is too big', true, undefined],
    ['550 5.4.5 Daily user sending quota exceeded', false, TEN_MINUTES_MS],
    ['552 This message would take you over your relay quota of 500', false, TEN_MINUTES_MS],
    ['554 Message rejected: Email address is not verified', false, TEN_MINUTES_MS],
    ['550 5.7.26 the mail is not authenticated', false, TEN_MINUTES_MS],
    ['421 4.3.2 going down', false, undefined],
    ['450 4.7.0 too many at once', false, undefined],
  ])('for the text with “%s”: final is %s, pause is %s', async (answer, isFinal, retryAfterMs) => {
    const { url } = await startMailServer({
      onData: (stream, _session, done) => void stream.resume().on('end', () => done(answering(answer))),
    })
    expect(await failureOf(open(url).deliver(MAIL))).toMatchObject({ isFinal, retryAfterMs })
  })

  it('of the sender is not final, and pauses for ten minutes', async () => {
    const { url } = await startMailServer({
      onMailFrom: (_address, _session, done) => done(answering('550 5.1.1 unknown')),
    })
    expect(await failureOf(open(url).deliver(MAIL))).toMatchObject({ isFinal: false, retryAfterMs: TEN_MINUTES_MS })
  })
})

describe('a connection', () => {
  /** A self-signed certificate for this machine. */
  function makeCertificate() {
    const folder = testFolder()
    const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-days',
        '2',
        '-keyout',
        key,
        '-out',
        cert,
        ...names,
      ],
      { stdio: 'ignore' },
    )
    return { key: fs.readFileSync(key, 'utf8'), cert: fs.readFileSync(cert, 'utf8') }
  }
  const onAuth: Parameters<typeof startMailServer>[0] = {
    authOptional: false,
    onAuth: ({ username, password }, _session, done) =>
      password === 'p@ss/word' ? done(null, { user: username ?? '' }) : done(new Error('wrong')),
  }
  const credentials = 'post%40example.kz:p%40ss%2Fword'

  it('is encrypted before the password is sent', async () => {
    const certificate = makeCertificate()
    const { port, mails } = await startMailServer({ ...onAuth, ...certificate, disabledCommands: [] })
    await open(`smtp://${credentials}@127.0.0.1:${port}`, FROM, { ca: certificate.cert }).deliver(MAIL)
    expect(mails).toMatchObject([{ isEncrypted: true, user: 'post@example.kz' }])
  })

  it('may be encrypted from its start', async () => {
    const certificate = makeCertificate()
    const { port, mails } = await startMailServer({ ...onAuth, ...certificate, secure: true })
    await open(`smtps://${credentials}@127.0.0.1:${port}`, FROM, { ca: certificate.cert }).deliver(MAIL)
    expect(mails).toMatchObject([{ isEncrypted: true, user: 'post@example.kz' }])
  })

  it('to a server whose certificate is not trusted carries no mail', async () => {
    const { port, mails } = await startMailServer({ ...onAuth, ...makeCertificate(), disabledCommands: [] })
    expect(await failureOf(open(`smtp://${credentials}@127.0.0.1:${port}`).deliver(MAIL))).toMatchObject({
      message: 'The mail server failed with DEPTH_ZERO_SELF_SIGNED_CERT',
      isFinal: false,
    })
    expect(mails).toEqual([])
  })

  it('to a server without TLS carries no mail', async () => {
    const { port, mails } = await startMailServer()
    expect(await failureOf(open(`smtp://127.0.0.1:${port}`).deliver(MAIL))).toMatchObject({ isFinal: false })
    expect(mails).toEqual([])
  })

  it('with a wrong password is not a final failure, and does not reveal the password', async () => {
    const certificate = makeCertificate()
    const { port } = await startMailServer({ ...onAuth, ...certificate, disabledCommands: [] })
    const delivery = open(`smtp://post:wrong@127.0.0.1:${port}`, FROM, { ca: certificate.cert }).deliver(MAIL)
    const failure = await failureOf(delivery)
    expect(failure).toMatchObject({ isFinal: false })
    expect(String(failure)).not.toContain('wrong')
  })

  it('that nobody accepts is not a final failure', async () => {
    expect(await failureOf(open('smtp://127.0.0.1:9?tls=off').deliver(MAIL))).toMatchObject({
      message: 'The mail server failed with ECONNREFUSED',
      isFinal: false,
    })
  })

  it.each([
    ['smtps://mail.example.com', 'mail.example.com', 465],
    ['smtp://mail.example.com', 'mail.example.com', 587],
    ['smtp://mail.example.com:2525?tls=off', 'mail.example.com', 2525],
    ['smtp://[2001:db8::1]', '2001:db8::1', 587],
  ])('for %s is made to %s, port %i', async (url, host, port) => {
    const connect = vi.spyOn(net, 'connect').mockImplementation((() => {
      const socket = new net.Socket()
      return (process.nextTick(() => socket.destroy(new Error('away'))), socket)
    }) as never)
    onTestFinished(() => connect.mockRestore())
    await failureOf(open(url).deliver(MAIL))
    expect(connect.mock.calls).toEqual([[{ host, port }]])
  })

  it('is made even where the nameserver does not answer for IPv6', async () => {
    const { port, mails } = await startMailServer()
    resolveTo('127.0.0.1')
    const resolver = vi.spyOn(dns, 'Resolver')
    onTestFinished(() => resolver.mockRestore())
    resolver.mockImplementation(function () {
      const resolve4 = (_name: string, give: (error: null, found: string[]) => void) => give(null, ['127.0.0.1'])
      return { resolve4, resolve6: () => {}, cancel: () => {} } as never
    })
    await open(`smtp://mail.example:${port}?tls=off`, FROM, { answerLimitMs: 2000 }).deliver(MAIL)
    expect(mails).toHaveLength(1)
  })

  it('to a server that stays silent is given up after the limit', async () => {
    const silent = net.createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as AddressInfo
    const begunMs = Date.now()
    const delivery = open(`smtp://127.0.0.1:${port}?tls=off`, FROM, { answerLimitMs: 200 }).deliver(MAIL)
    expect(await failureOf(delivery)).toMatchObject({ isFinal: false })
    expect(Date.now() - begunMs).toBeLessThan(9000)
  })

  it('that never becomes free fails the waiting mail as certainly not sent, unlike those already sent', async () => {
    const { url } = await startMailServer({ onData: (stream) => void stream.resume() })
    const gateway = open(url, FROM, { answerLimitMs: 1000, slotLimitMs: 100 })
    const failures = await Promise.all(Array.from({ length: 6 }, () => failureOf(gateway.deliver(MAIL))))
    expect(failures).toMatchObject([...Array.from({ length: 5 }, () => ({ isUnknown: true })), { isUnknown: false }])
  })

  it('still waited for when the attempt is broken off means that the mail has not begun', async () => {
    const { url } = await startMailServer({ onMailFrom: () => {} })
    const gateway = open(url)
    const breakOff = new AbortController()
    const deliveries = Array.from({ length: 6 }, () => failureOf(gateway.deliver(MAIL, breakOff.signal)))
    breakOff.abort()
    expect((await Promise.all(deliveries))[5]).toMatchObject({ isUnbegun: true, isUnknown: false })
    expect(await failureOf(gateway.deliver(MAIL, breakOff.signal))).toMatchObject({ isUnbegun: true })
  })

  it('goes to the waiting mails in their order, past those that gave up', async () => {
    const held: (() => void)[] = []
    const { url, mails } = await startMailServer({ onMailFrom: (_address, _session, done) => void held.push(done) })
    const gateway = open(url)
    const deliver = (id: string, signal?: AbortSignal) => gateway.deliver({ ...MAIL, id }, signal)
    const first = Array.from({ length: 5 }, (_, n) => deliver(`first-${n}`))
    await expect.poll(() => held).toHaveLength(5)
    const givesUp = new AbortController()
    const gone = failureOf(deliver('gone', givesUp.signal))
    const waiting = [deliver('second'), deliver('third')]
    givesUp.abort()
    expect(await gone).toMatchObject({ isUnbegun: true })
    held.shift()?.()
    await expect.poll(() => held).toHaveLength(5)
    for (const goOn of held.splice(0)) goOn()
    await expect.poll(() => held).toHaveLength(1)
    held.shift()?.()
    await Promise.all([...first, ...waiting])
    const ids = mails.map(({ raw }) => readMail(raw).headers.get('message-id')?.[0] ?? '')
    expect(ids.filter((id) => !id.startsWith('<first'))).toEqual([
      '<second@console.example.com>',
      '<third@console.example.com>',
    ])
    const more = Array.from({ length: 6 }, (_, n) => deliver(`more-${n}`))
    await expect.poll(() => held).toHaveLength(5)
    for (const goOn of held.splice(0)) goOn()
    await expect.poll(() => held).toHaveLength(1)
    held.shift()?.()
    await Promise.all(more)
  })

  it('and its answer are waited for less long than the outbox waits for a mail', async () => {
    const { url } = await startMailServer({ onMailFrom: () => {} })
    const gateway = open(url)
    const [turn, answer] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(AbortSignal, 'timeout')]
    onTestFinished(() => (turn.mockRestore(), answer.mockRestore()))
    const breakOff = new AbortController()
    const deliveries = Array.from({ length: 6 }, () => failureOf(gateway.deliver(MAIL, breakOff.signal)))
    const turnMs = Number(turn.mock.lastCall?.[1])
    await expect.poll(() => answer.mock.calls).toHaveLength(5)
    expect(turnMs + Number(answer.mock.lastCall?.[0])).toBeLessThan(ATTEMPT_LIMIT_MS.email)
    breakOff.abort()
    await Promise.all(deliveries)
  })

  it('is given up when the attempt is broken off', async () => {
    const { url, mails } = await startMailServer({ onMailFrom: () => {} })
    expect(await failureOf(open(url).deliver(MAIL, AbortSignal.timeout(100)))).toMatchObject({ isFinal: false })
    expect(mails).toEqual([])
  })
})
