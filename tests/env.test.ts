import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readEnv, readMigrateEnv } from '../app/env.server'
import { WrongSetting } from '../app/env-values.server'
import { PRODUCTION } from './support/production-env'

const SECRET = PRODUCTION.SESSION_SECRET
/** As short and plain as a secret may be. */
const OTHER_SECRET = 'Qz81mWn4'.repeat(4)
afterEach(() => vi.restoreAllMocks())

const scratch = () => fs.mkdtempSync(path.join(os.tmpdir(), 'settings-'))

describe('settings', () => {
  it('serve the demo without any variable but the mode', () => {
    const dataDir = scratch()
    const env = readEnv({ MODE: 'demo', DATA_DIR: dataDir })
    expect(env).toMatchObject({ port: 3000, host: '127.0.0.1', publicOrigin: 'http://localhost:3000', trustProxy: 0 })
    expect(env).toMatchObject({ sentryEnvironment: 'demo', stopDelayMs: 0, migratesAtStart: true, limitsFactor: 1 })
    expect(env).toMatchObject({ smsGateway: 'console', whatsappGateway: 'console', isDemo: true })
    expect(readEnv({ MODE: 'demo', DATA_DIR: dataDir }).sessionSecrets).toEqual(env.sessionSecrets)
    expect(fs.statSync(path.join(dataDir, 'session-secret')).mode & 0o077).toBe(0)
  })

  it('give the demo on port 80 an origin without the port', () =>
    expect(readEnv({ MODE: 'demo', DATA_DIR: scratch(), PORT: '80' }).publicOrigin).toBe('http://localhost'))

  it('are those of production unless MODE asks for the demo, and an empty variable counts as not set', () => {
    const env = readEnv({ ...PRODUCTION, MODE: undefined, LOG_LEVEL: '', REQUIRE_PASSKEY: '', STOP_DELAY_SECONDS: '' })
    expect(env).toMatchObject({
      isProduction: true,
      isDemo: false,
      migratesAtStart: false,
      sentryEnvironment: 'production',
    })
    expect(env).toMatchObject({ sessionIdleMs: 3_600_000, sessionMaxMs: 86_400_000, anchorEveryMs: 3_600_000 })
    expect(env).toMatchObject({ logLevel: 'info', requirePasskey: null, scanner: null, stopDelayMs: 5000 })
    expect(env.codeCountries).toEqual(['KZ', 'CN', 'RU', 'US'])
    expect(env.twilio.apiOrigin).toBe('https://api.twilio.com')
    expect(env.meta).toMatchObject({ codeTemplate: 'gatehouse_sign_in_code', noticeTemplate: 'gatehouse_notice' })
  })

  it('are those of the variables that are set', () => {
    const env = readEnv({
      ...PRODUCTION,
      REQUIRE_PASSKEY: 'admin',
      SCANNER_URL: 'clamd://[::1]:3310',
      SENTRY_ENVIRONMENT: 'staging',
      STOP_DELAY_SECONDS: '0',
      WHATSAPP_CODE_TEMPLATE: 'code',
      WHATSAPP_NOTICE_TEMPLATE: 'notice',
    })
    expect(env).toMatchObject({ requirePasskey: 'admin', scanner: { host: '::1', port: 3310 } })
    expect(env).toMatchObject({ sentryEnvironment: 'staging', stopDelayMs: 0 })
    expect(env.meta).toMatchObject({ codeTemplate: 'code', noticeTemplate: 'notice' })
  })

  it.each([
    ['SESSION_IDLE_MINUTES', '1440'],
    ['SESSION_MAX_HOURS', '720'],
    ['ANCHOR_MINUTES', '1440'],
    ['STOP_DELAY_SECONDS', '60'],
    ['WORKERS', '99'],
    ['PORT', '65535'],
    ['DATABASE_URL', 'postgres://console@db.example:65535/console'],
    ['PUBLIC_ORIGIN', 'https://console.example.com/'],
    ['TRUST_PROXY', '10'],
    ['TRUST_PROXY', 'loopback, linklocal,uniquelocal'],
    ['TRUST_PROXY', '2001:db8::/128, 10.0.0.1/32'],
    ['CONSOLE_ROLE', 'r'.repeat(63)],
    ['S3_BUCKET', 'b'.repeat(63)],
    ['EMAIL_FROM', `${'G'.repeat(60)}<a@b.example>`],
    ['TWILIO_API_ORIGIN', 'http://localhost:4000'],
    ['WHATSAPP_API_ORIGIN', 'http://127.0.0.1:4000'],
    ['SMTP_URL', 'smtp://relay?tls=off'],
  ])('accept %s = %s', (variable, value) => {
    expect(readEnv({ ...PRODUCTION, [variable]: value }).isProduction).toBe(true)
  })

  it('refuse in production the secret of the demo in the same folder', () => {
    const DATA_DIR = scratch()
    const [secret] = readEnv({ MODE: 'demo', DATA_DIR }).sessionSecrets
    for (const SESSION_SECRET of [secret, `${SECRET},${secret}`])
      expect(() => readEnv({ ...PRODUCTION, DATA_DIR, SESSION_SECRET })).toThrow(
        'SESSION_SECRET must not be the one of demo mode',
      )
  })

  it('serve production with everything named', () => {
    const env = readEnv({
      ...PRODUCTION,
      SESSION_SECRET: `${SECRET},${OTHER_SECRET}`,
      TRUST_PROXY: '10.0.0.0/8, 127.0.0.1',
    })
    expect(env).toMatchObject({ host: '0.0.0.0', sessionSecrets: [SECRET, OTHER_SECRET], stopDelayMs: 5000 })
    expect(env.trustProxy).toEqual(['10.0.0.0/8', '127.0.0.1'])
  })

  it.each([
    ['MODE', 'staging'],
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['METRICS_PORT', 'on'],
    ['METRICS_PORT', '65536'],
    ['METRICS_PORT', '3000'],
    ['PUBLIC_ORIGIN', 'http://console.example.com'],
    ['PUBLIC_ORIGIN', 'https://console.example.com/path'],
    ['PUBLIC_ORIGIN', undefined],
    ['TRUST_PROXY', 'everybody'],
    ['TRUST_PROXY', 'abc'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/8, ::/0'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', '127.0.0.1,,::1'],
    ['TRUST_PROXY', '999'],
    ['MIGRATE_DATABASE_URL', 'mysql://console'],
    ['CONSOLE_ROLE', 'con"sole'],
    ['STOP_DELAY_SECONDS', '61'],
    ['STOP_DELAY_SECONDS', 'soon'],
    ['WORKERS', '0'],
    ['WORKERS', 'all'],
    ['DATABASE_URL', 'mysql://console'],
    ['DATABASE_URL', 'postgres://console:hidden@db.example:99999/console'],
    ['DATABASE_URL', 'postgres://console:hidden@db.example:0/console'],
    ['DATABASE_URL', 'postgres://console:hidden@db.example:port/console'],
    ['DATABASE_URL', 'postgres://console:hidden@db.example/console?port=99999'],
    ['DATABASE_URL', 'postgres://%zz@db.example/console'],
    ['MIGRATE_DATABASE_URL', 'postgres://owner:hidden@db.example:99999/console'],
    ['SESSION_SECRET', undefined],
    ['SESSION_SECRET', 'short'],
    ['SESSION_SECRET', SECRET.slice(0, 31)],
    ['SESSION_SECRET', 'abcdefg'.repeat(6)],
    ['SESSION_SECRET', `${SECRET},${SECRET}`],
    ['SESSION_SECRET', `${SECRET},short`],
    ['SESSION_IDLE_MINUTES', '0'],
    ['SESSION_IDLE_MINUTES', '1441'],
    ['SESSION_MAX_HOURS', '721'],
    ['ANCHOR_MINUTES', '1441'],
    ['WORKERS', '100'],
    ['DATABASE_URL', 'postgres://console@db.example:65536/console'],
    ['CONSOLE_ROLE', 'r'.repeat(64)],
    ['S3_BUCKET', 'b'.repeat(64)],
    ['S3_ENDPOINT', 'ftp://store.example'],
    ['EMAIL_FROM', `${'G'.repeat(61)}<a@b.example>`],
    ['SCANNER_URL', 'http://scanner.example:3310'],
    ['SCANNER_URL', 'clamd://scanner.example'],
    ['SCANNER_URL', 'clamd://scanner.example:0'],
    ['TRUST_PROXY', '2001:db8::/129'],
    ['ANCHOR_KEY', Buffer.from('0123456'.repeat(5).slice(0, 32)).toString('base64')],
    ['SESSION_MAX_HOURS', '-1'],
    ['SMS_GATEWAY', 'console'],
    ['SMS_GATEWAY', 'none'],
    ['SMS_GATEWAY', undefined],
    ['WHATSAPP_GATEWAY', 'pigeon'],
    ['WHATSAPP_GATEWAY', 'console'],
    ['WHATSAPP_GATEWAY', undefined],
    ['EMAIL_GATEWAY', 'console'],
    ['EMAIL_GATEWAY', 'sendmail'],
    ['TWILIO_AUTH_TOKEN', undefined],
    ['TWILIO_WHATSAPP_CODE_CONTENT_SID', 'gatehouse_sign_in_code'],
    ['TWILIO_WHATSAPP_NOTICE_CONTENT_SID', `en=HX${'1'.repeat(32)}`],
    ['TWILIO_WHATSAPP_NOTICE_CONTENT_SID', 'en=HX1,zh=HX1,ru=HX1,kk=HX1'],
    ['TWILIO_API_ORIGIN', 'http://sms.example.com'],
    ['WHATSAPP_API_ORIGIN', 'http://graph.example.com'],
    ['WHATSAPP_API_ORIGIN', 'graph.example.com'],
    ['SMTP_URL', 'smtps://u:50%off@mail.example.com'],
    ['SMTP_URL', 'smtps://50%off:u@mail.example.com'],
    ['SMTP_URL', 'smtps://?tls=off'],
    ['CODE_COUNTRIES', 'Kazakhstan'],
    ['CODE_COUNTRIES', 'KZ,ZZ'],
    ['SENTRY_DSN', 'nowhere'],
    ['SENTRY_DSN', 'https://sentry.example/1'],
    ['SENTRY_DSN', 'https://key@sentry.example/'],
    ['SENTRY_DSN', 'https://key@sentry.example/project'],
    ['SENTRY_DSN', 'ftp://key@sentry.example/1'],
    ['SENTRY_DSN', 'https://key@sentry.example:99999/1'],
    ['LOG_LEVEL', 'loud'],
    ['LIMITS_FACTOR', '10'],
    ['DOCUMENTS', 'tape'],
    ['REQUIRE_PASSKEY', 'boss'],
    ['S3_ENDPOINT', 'store.example'],
    ['S3_BUCKET', 'No Bucket'],
    ['S3_FORCE_PATH_STYLE', 'perhaps'],
    ['ANCHORS', 'file:'],
    ['ANCHORS', 'file:tests'],
    ['ANCHORS', '/var/anchors'],
    ['ANCHORS', 'syslog://collector.example'],
    ['ANCHORS', 'syslog://collector.example:0'],
    ['ANCHORS', 'syslog://collector.example:514/path'],
    ['ANCHORS', 'https://collector.example:514'],
    ['ANCHOR_MINUTES', '0'],
    ['ANCHOR_KEY', 'c2hvcnQ='],
    ['ANCHOR_KEY', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='],
  ])('refuse %s = %s, naming the variable and not its value', (variable, value) => {
    let refusal: unknown
    try {
      readEnv({ ...PRODUCTION, [variable]: value })
    } catch (error) {
      refusal = error
    }
    expect(refusal).toBeInstanceOf(WrongSetting)
    expect((refusal as WrongSetting).message).toMatch(new RegExp(`^${variable} `))
    if (value && value.length > 6) expect((refusal as WrongSetting).message).not.toContain(value)
  })
})

describe('the address of the database', () => {
  it.each([
    'postgres://console@127.0.0.1/console',
    'postgresql://console:p%40ss@db.example:5433/console?sslmode=verify-full',
    'postgres://console:secret@[::1]:5432/console',
    'postgres://console:50%off@db.example/console',
    'postgres://%2Fvar%2Frun%2Fpostgresql/console',
    'postgres:///console?host=/var/run/postgresql&port=5433',
    'postgres://console:secret@/console?host=/var/run/postgresql',
  ])('may be %s', (DATABASE_URL) =>
    expect(readEnv({ ...PRODUCTION, DATABASE_URL })).toMatchObject({ databaseUrl: DATABASE_URL }),
  )

  it.each([
    ['postgres://console:secret@db.example/gatehouse', 'console'],
    ['postgres://con%20sole@[::1]/gatehouse', 'con sole'],
    ['postgres://console:secret@/gatehouse?host=/run/postgresql', 'console'],
    ['postgres:///gatehouse?host=/run/postgresql&user=console', 'console'],
    ['postgres:///gatehouse?host=/run/postgresql', null],
  ])('names the role that is given the rights of a console: %s, %s', (DATABASE_URL, consoleRole) => {
    expect(readMigrateEnv({ DATABASE_URL, MIGRATE_DATABASE_URL: 'postgres://owner@/gatehouse' })).toMatchObject({
      consoleRole,
    })
    expect(readMigrateEnv({ DATABASE_URL, CONSOLE_ROLE: 'other' }).consoleRole).toBe('other')
  })
})

it.each(['https://key@sentry.example/1', 'http://key:old@[::1]:9000/under/a/path/42'])(
  'the error tracker may be %s',
  (SENTRY_DSN) => expect(readEnv({ ...PRODUCTION, SENTRY_DSN }).sentryDsn).toBe(SENTRY_DSN),
)

it('codes may be sent to any country that has telephones', () => {
  expect(readEnv({ ...PRODUCTION, CODE_COUNTRIES: 'KZ, UZ,DE' }).codeCountries).toEqual(['KZ', 'UZ', 'DE'])
})

describe('limits', () => {
  const factorOf = (LIMITS_FACTOR: string) => readEnv({ MODE: 'demo', DATA_DIR: scratch(), LIMITS_FACTOR }).limitsFactor

  it.each([
    ['1000', 1000],
    ['0.5', 0.5],
  ])('may be multiplied by %s', (typed, factor) => expect(factorOf(typed)).toBe(factor))

  it.each(['0', '0.0', '-1', 'many'])('are not multiplied by %s', (typed) =>
    expect(() => factorOf(typed)).toThrow('LIMITS_FACTOR must be a positive number'),
  )
})

describe('the data folder', () => {
  const folder = scratch()
  const file = path.join(folder, 'file')
  fs.writeFileSync(file, '')
  // Root can write to any folder.
  const closed = path.join(folder, 'closed')
  fs.mkdirSync(closed, { mode: 0o555 })
  const unusable = [file, path.join(file, 'below'), ...(process.getuid?.() === 0 ? [] : [closed])]

  it.each(unusable)('is refused where nothing can be written: %s', (DATA_DIR) => {
    const expected = 'DATA_DIR must be a folder that can be written to'
    expect(() => readEnv({ MODE: 'demo', DATA_DIR })).toThrow(expected)
    expect(() => readEnv({ ...PRODUCTION, DATABASE_URL: undefined, DATA_DIR })).toThrow(expected)
    expect(() => readMigrateEnv({ DATA_DIR })).toThrow(expected)
  })

  it.each(['build/client', 'build/client/data', 'public', 'public/x/../data'])(
    'is refused in a folder that is served to everybody: %s',
    (DATA_DIR) => {
      const expected = 'DATA_DIR must not lie in a folder that is served to everybody'
      expect(() => readEnv({ MODE: 'demo', DATA_DIR })).toThrow(expected)
      expect(() => readEnv({ ...PRODUCTION, DATA_DIR })).toThrow(expected)
      expect(fs.existsSync(path.join(DATA_DIR, 'session-secret'))).toBe(false)
    },
  )

  it('is judged by where the console is installed, not by where it was started', () => {
    const own = path.resolve('build/client/data')
    const startedIn = scratch()
    vi.spyOn(process, 'cwd').mockReturnValue(startedIn)
    expect(() => readEnv({ ...PRODUCTION, DATA_DIR: own })).toThrow('served to everybody')
    expect(readEnv({ ...PRODUCTION, DATA_DIR: 'public/data' }).dataDir).toBe(path.join(startedIn, 'public/data'))
  })

  it('is refused where a link leads into a folder that is served', () => {
    const DATA_DIR = path.join(scratch(), 'link')
    fs.symlinkSync(path.resolve('public'), DATA_DIR)
    expect(() => readEnv({ ...PRODUCTION, DATA_DIR: path.join(DATA_DIR, 'data') })).toThrow('served to everybody')
  })

  it('is not checked where DATABASE_URL is set', () =>
    expect(readEnv({ ...PRODUCTION, DATA_DIR: file }).dataDir).toBe(file))

  it('is made where it does not exist', () => {
    const DATA_DIR = path.join(folder, 'new/one')
    readEnv({ MODE: 'demo', SESSION_SECRET: SECRET, DATA_DIR })
    expect(fs.statSync(DATA_DIR).isDirectory()).toBe(true)
  })
})

it('anchors go to a file, or to a syslog collector by UDP or TCP', () => {
  const anchorsOf = (ANCHORS: string) => readEnv({ ...PRODUCTION, ANCHORS }).anchors
  expect(anchorsOf('file:/var/anchors')).toEqual({ kind: 'file', path: '/var/anchors' })
  expect(anchorsOf('syslog://logs.example:514')).toEqual({
    kind: 'syslog',
    host: 'logs.example',
    port: 514,
    isTcp: false,
  })
  expect(anchorsOf('syslog+tcp://[::1]:601')).toEqual({ kind: 'syslog', host: '::1', port: 601, isTcp: true })
  expect(readEnv(PRODUCTION)).toMatchObject({ anchors: null, anchorEveryMs: 3_600_000 })
})

describe('an S3-compatible store', () => {
  const store = {
    DOCUMENTS: 's3',
    S3_ENDPOINT: 'https://store.example',
    S3_REGION: 'eu-central-1',
    S3_BUCKET: 'documents',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  }

  it('is used when it is configured in full', () => {
    expect(readEnv({ ...PRODUCTION, ...store }).s3).toMatchObject({ bucket: 'documents', isPathStyle: false })
    expect(readEnv({ ...PRODUCTION, ...store, DOCUMENTS: 'disk' }).s3).toBeNull()
  })

  it.each(Object.keys(store).filter((name) => name !== 'DOCUMENTS'))('is refused without %s', (missing) => {
    const readWithout = () => readEnv({ ...PRODUCTION, ...store, [missing]: undefined })
    expect(readWithout).toThrow(`${missing} is required by DOCUMENTS=s3`)
  })

  it.each(['http://10.0.0.5:9000', 'https://[fd00::5]'])('at %s must have its bucket in the path', (S3_ENDPOINT) => {
    const given = { ...PRODUCTION, ...store, S3_ENDPOINT }
    const expected = 'S3_FORCE_PATH_STYLE must be true where S3_ENDPOINT is an IP address'
    expect(() => readEnv(given)).toThrow(new WrongSetting('S3_FORCE_PATH_STYLE', expected.slice(20)))
    expect(() => readEnv({ ...given, DOCUMENTS: 'disk', ANCHORS: 's3' })).toThrow(expected)
    expect(readEnv({ ...given, S3_FORCE_PATH_STYLE: 'true' }).s3?.isPathStyle).toBe(true)
    expect(readEnv({ ...given, DOCUMENTS: 'disk' }).s3).toBeNull()
  })

  it('keeps anchors too, and must be configured in full for that', () => {
    const given = { ...PRODUCTION, ...store, DOCUMENTS: 'disk', ANCHORS: 's3' }
    expect(readEnv(given)).toMatchObject({ s3: null, anchors: { kind: 's3', bucket: { bucket: 'documents' } } })
    expect(() => readEnv({ ...given, S3_BUCKET: undefined })).toThrow('S3_BUCKET is required by ANCHORS=s3')
  })

  it('may keep anchors in a bucket of their own', () => {
    const anchorsIn = (variables: Record<string, string | undefined>) =>
      readEnv({ ...PRODUCTION, ...store, ...variables })
    const both = anchorsIn({ ANCHORS: 's3:locked' })
    expect(both).toMatchObject({ s3: { bucket: 'documents' }, anchors: { kind: 's3', bucket: { bucket: 'locked' } } })
    const alone = anchorsIn({ ANCHORS: 's3:locked', DOCUMENTS: 'disk', S3_BUCKET: undefined })
    expect(alone).toMatchObject({
      s3: null,
      anchors: { bucket: { bucket: 'locked', endpoint: 'https://store.example' } },
    })
    for (const ANCHORS of ['s3:', 's3:No Bucket'])
      expect(() => anchorsIn({ ANCHORS })).toThrow('ANCHORS must be file:PATH, s3, s3:BUCKET')
  })

  describe('settings of the gateways', () => {
    const smtp = {
      EMAIL_GATEWAY: 'smtp',
      SMTP_URL: 'smtps://mail.example.com',
      EMAIL_FROM: 'Gatehouse <no-reply@example.com>',
    }
    const meta = { WHATSAPP_GATEWAY: 'meta', WHATSAPP_PHONE_NUMBER_ID: '10595', WHATSAPP_ACCESS_TOKEN: 'EAAJB' }
    const WRONG_SMTP_URL = 'SMTP_URL must be an smtps:// or smtp:// address, each % in its password written as %25'
    const refusal = (variables: Record<string, string>) => {
      try {
        readEnv({ ...PRODUCTION, ...variables })
      } catch (error) {
        return error instanceof WrongSetting ? error.message : error
      }
    }

    it('allow a deployment without WhatsApp and e-mail', () => {
      const env = readEnv({ ...PRODUCTION, WHATSAPP_GATEWAY: 'none', EMAIL_GATEWAY: 'none', TWILIO_WHATSAPP_FROM: '' })
      expect(env).toMatchObject({ smsGateway: 'twilio', whatsappGateway: 'none', emailGateway: 'none' })
    })

    it('take one template of Twilio for all languages, or one for each', () => {
      const [one, other] = [`HX${'1'.repeat(32)}`, `HX${'2'.repeat(32)}`]
      const env = readEnv({
        ...PRODUCTION,
        TWILIO_WHATSAPP_CODE_CONTENT_SID: `en=${one}, zh=${other},ru=${one},kk=${one}`,
        TWILIO_WHATSAPP_NOTICE_CONTENT_SID: other,
      })
      expect(env.twilio).toMatchObject({
        codeContentSids: { en: one, zh: other, ru: one, kk: one },
        noticeContentSids: { en: other, zh: other, ru: other, kk: other },
      })
    })

    it('take the number of WhatsApp as Twilio writes it', () =>
      expect(readEnv({ ...PRODUCTION, TWILIO_WHATSAPP_FROM: 'whatsapp:+77010000001' }).twilio.whatsappFrom).toBe(
        'whatsapp:+77010000001',
      ))

    it('name no e-mail gateway by default in production, and the console in the demo', () => {
      expect(readEnv(PRODUCTION).emailGateway).toBe('none')
      const dataDir = scratch()
      expect(readEnv({ MODE: 'demo', DATA_DIR: dataDir }).emailGateway).toBe('console')
    })

    it('are complete with SMTP and the Cloud API', () => {
      expect(readEnv({ ...PRODUCTION, ...smtp, ...meta })).toMatchObject({
        emailGateway: 'smtp',
        smtp: { url: 'smtps://mail.example.com', from: 'Gatehouse <no-reply@example.com>' },
        whatsappGateway: 'meta',
        meta: { phoneNumberId: '10595', apiOrigin: 'https://graph.facebook.com/v21.0' },
      })
    })

    it.each([
      [{ ...smtp, SMTP_URL: '' }, 'SMTP_URL is required by EMAIL_GATEWAY'],
      [{ ...smtp, EMAIL_FROM: '' }, 'EMAIL_FROM is required by EMAIL_GATEWAY'],
      [{ ...meta, WHATSAPP_PHONE_NUMBER_ID: '' }, 'WHATSAPP_PHONE_NUMBER_ID is required by WHATSAPP_GATEWAY'],
      [{ ...meta, WHATSAPP_ACCESS_TOKEN: '' }, 'WHATSAPP_ACCESS_TOKEN is required by WHATSAPP_GATEWAY'],
      [{ TWILIO_WHATSAPP_CODE_CONTENT_SID: '' }, 'TWILIO_WHATSAPP_CODE_CONTENT_SID is required by WHATSAPP_GATEWAY'],
      [
        { TWILIO_WHATSAPP_NOTICE_CONTENT_SID: '' },
        'TWILIO_WHATSAPP_NOTICE_CONTENT_SID is required by WHATSAPP_GATEWAY',
      ],
      [{ TWILIO_WHATSAPP_FROM: '' }, 'TWILIO_WHATSAPP_FROM is required by WHATSAPP_GATEWAY'],
      [{ TWILIO_SMS_FROM: '' }, 'TWILIO_SMS_FROM is required by SMS_GATEWAY'],
      ...['123', 'abc', '15005550006', '+05005550006', '+123456', '+1500555000612345', '+1500 5550006'].flatMap(
        (number): [Record<string, string>, string][] => [
          [{ TWILIO_SMS_FROM: number }, 'TWILIO_SMS_FROM must be a number in E.164, as +15005550006'],
          [{ TWILIO_WHATSAPP_FROM: number }, 'TWILIO_WHATSAPP_FROM must be a number in E.164, as +15005550006'],
        ],
      ),
      [{ ...smtp, SMTP_URL: 'https://mail.example.com' }, WRONG_SMTP_URL],
      [{ ...smtp, SMTP_URL: 'smtp://a:b@relay?tls=off' }, 'SMTP_URL must not send its password without TLS'],
      ...['Gatehouse', 'Gatehouse <a@b.example', 'a@b.example>'].map((EMAIL_FROM): [Record<string, string>, string] => [
        { ...smtp, EMAIL_FROM },
        'EMAIL_FROM must be an e-mail address, alone or as Name <address>',
      ]),
      [
        { ...smtp, EMAIL_FROM: 'G <a@b.example>\r\nBcc: c@d.example' },
        'EMAIL_FROM must be an e-mail address, alone or as Name <address>',
      ],
    ])('refuse %j: %s', (variables, expected) => expect(refusal(variables)).toBe(expected))
  })

  it.each(['clock-offset-ms', 'gateway-fault'])('in production, a data folder with %s is refused', (file) => {
    const dataDir = scratch()
    fs.writeFileSync(path.join(dataDir, file), '60000')
    expect(() => readEnv({ ...PRODUCTION, DATA_DIR: dataDir })).toThrow(/^DATA_DIR holds /)
    fs.rmSync(path.join(dataDir, file))
    expect(readEnv({ ...PRODUCTION, DATA_DIR: dataDir }).isProduction).toBe(true)
    fs.rmSync(dataDir, { recursive: true })
  })
})

describe('the metrics port', () => {
  const metricsOf = (variables: Record<string, string>) => readEnv({ ...PRODUCTION, ...variables }).metrics

  it('is off unless it is set', () => {
    const unset: Record<string, string>[] = [{}, { METRICS_PORT: '' }, { METRICS_HOST: '10.0.0.2' }]
    for (const variables of unset) expect(metricsOf(variables)).toBe(null)
  })
  it('listens on this machine alone unless METRICS_HOST says otherwise, whatever HOST is', () => {
    expect(metricsOf({ METRICS_PORT: '9464' })).toEqual({ port: 9464, host: '127.0.0.1' })
    expect(metricsOf({ METRICS_PORT: '9464', HOST: '0.0.0.0' })?.host).toBe('127.0.0.1')
    expect(metricsOf({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.2' })?.host).toBe('10.0.0.2')
  })
  it('must differ from PORT, unless the system chooses both', () => {
    const same = { PORT: '8080', METRICS_PORT: '8080' }
    expect(() => metricsOf(same)).toThrow(new WrongSetting('METRICS_PORT', 'must not be the same as PORT'))
    expect(metricsOf({ PORT: '0', METRICS_PORT: '0' })?.port).toBe(0)
  })
})

describe('the number of processes', () => {
  const workersOf = (variables: Record<string, string | undefined>) => readEnv({ ...PRODUCTION, ...variables }).workers

  it('is one unless more are asked for', () => expect(workersOf({})).toBe(1))
  it('is one per core with auto', () => expect(workersOf({ WORKERS: 'auto' })).toBe(os.availableParallelism()))
  it('is what was asked for', () => expect(workersOf({ WORKERS: '12' })).toBe(12))
  it('is one with the embedded database, whatever WORKERS is', () => {
    const env = readEnv({ ...PRODUCTION, WORKERS: '4', DATABASE_URL: undefined, DATA_DIR: scratch() })
    expect([env.askedWorkers, env.workers]).toEqual([4, 1])
  })
})
