import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { EXPECTED_OF_GATEWAYS, gatewaysOf, gatewayVariables, wrongGatewaySetting } from './env-gateways.server'
import {
  BUCKET,
  checkPathStyle,
  isDatabaseUrl,
  isPort,
  isSentryDsn,
  readAnchorBucket,
  readAnchorKey,
  readAnchors,
  readCountries,
  readDataDir,
  readPublicOrigin,
  readScanner,
  readSecrets,
  readTrustProxy,
  userOfDatabase,
  WrongSetting,
} from './env-values.server'
import { COUNTRIES, ROLES } from './vocabulary'

/** Files with which a demo shifts its clock and breaks its gateways. */
const DEMO_SWITCHES = ['clock-offset-ms', 'gateway-fault']
const NEEDED_BY_S3 = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

const integer = <T extends number | undefined>(fallback: T, min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((n) => n >= min && n <= max)
    .optional()
    .transform((n): number | T => n ?? fallback)

const settings = z.object({
  MODE: z.enum(['demo', 'production']).default('production'),
  PORT: integer(3000, 0, 65_535),
  HOST: z.string().min(1).optional(),
  METRICS_PORT: integer(undefined, 0, 65_535),
  METRICS_HOST: z.string().default('127.0.0.1'),
  WORKERS: z
    .string()
    .regex(/^(auto|[1-9]\d?)$/)
    .default('1'),
  PUBLIC_ORIGIN: z.string().optional(),
  TRUST_PROXY: z.string().default('0'),
  DATABASE_URL: z.string().refine(isDatabaseUrl).optional(),
  MIGRATE_DATABASE_URL: z.string().refine(isDatabaseUrl).optional(),
  CONSOLE_ROLE: z
    .string()
    .regex(/^[^\p{Cc}"]{1,63}$/u)
    .optional(),
  STOP_DELAY_SECONDS: integer(undefined, 0, 60),
  DATA_DIR: z.string().min(1).default('./data'),
  SESSION_SECRET: z.string().optional(),
  SESSION_IDLE_MINUTES: integer(60, 1, 24 * 60),
  SESSION_MAX_HOURS: integer(24, 1, 24 * 30),
  ...gatewayVariables,
  CODE_COUNTRIES: z.string().default(COUNTRIES.join(',')),
  REQUIRE_PASSKEY: z.enum(ROLES).optional(),
  DOCUMENTS: z.enum(['disk', 's3']).default('disk'),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().optional(),
  S3_BUCKET: z.string().regex(BUCKET).optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  ANCHORS: z.string().min(1).optional(),
  ANCHOR_MINUTES: integer(60, 1, 24 * 60),
  ANCHOR_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: z.enum(['true', 'false']).default('false'),
  SCANNER_URL: z
    .string()
    .regex(/^clamd:\/\/[^/?#@]+:\d{1,5}\/?$/)
    .refine((url) => URL.canParse(url) && isPort(new URL(url).port))
    .optional(),
  SENTRY_DSN: z.string().refine(isSentryDsn).optional(),
  SENTRY_ENVIRONMENT: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  LIMITS_FACTOR: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number)
    .refine((factor) => factor > 0)
    .optional(),
})

const migrateSettings = settings.pick({
  MODE: true,
  DATABASE_URL: true,
  MIGRATE_DATABASE_URL: true,
  CONSOLE_ROLE: true,
  DATA_DIR: true,
})

const EXPECTED: Partial<Record<keyof z.infer<typeof settings>, string>> = {
  MODE: 'must be demo or production',
  PORT: 'must be a whole number from 0 to 65535',
  METRICS_PORT: 'must be a whole number from 0 to 65535',
  WORKERS: 'must be auto or a whole number from 1 to 99',
  DATABASE_URL: 'must be an address such as postgres://user:password@host:5432/database',
  MIGRATE_DATABASE_URL: 'must be an address such as postgres://user:password@host:5432/database',
  CONSOLE_ROLE: 'must be the name of a database role',
  STOP_DELAY_SECONDS: 'must be a whole number of seconds from 0 to 60',
  SESSION_IDLE_MINUTES: 'must be a whole number of minutes from 1 to 1440',
  SESSION_MAX_HOURS: 'must be a whole number of hours from 1 to 720',
  ...EXPECTED_OF_GATEWAYS,
  REQUIRE_PASSKEY: `must be ${ROLES.join(', ')} or empty`,
  DOCUMENTS: 'must be disk or s3',
  S3_ENDPOINT: 'must be an http or https address',
  S3_BUCKET: 'must be the name of a bucket',
  ANCHOR_MINUTES: 'must be a whole number of minutes from 1 to 1440',
  S3_FORCE_PATH_STYLE: 'must be true or false',
  SCANNER_URL: 'must be an address such as clamd://host:3310',
  SENTRY_DSN: 'must be an address such as https://KEY@sentry.example.com/1',
  LOG_LEVEL: 'must be fatal, error, warn, info, debug or silent',
  LIMITS_FACTOR: 'must be a positive number',
}

function parse<T extends z.ZodType>(schema: T, variables: Record<string, string | undefined>): z.infer<T> {
  const present = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = schema.safeParse(present)
  if (parsed.success) return parsed.data
  const name = String(parsed.error.issues[0]?.path[0]) as keyof typeof EXPECTED
  throw new WrongSetting(name, EXPECTED[name] ?? 'has a wrong value')
}

/** How long a stopping console goes on serving, so that its load balancer can notice. */
const STOP_DELAY_S = 5

/** Which database, as which role, and whether the console migrates it at start: in production that is a separate step. */
function databaseOf(
  given: Pick<z.infer<typeof settings>, 'DATABASE_URL' | 'MIGRATE_DATABASE_URL' | 'CONSOLE_ROLE'>,
  isProduction: boolean,
) {
  const { DATABASE_URL: databaseUrl, MIGRATE_DATABASE_URL: migrateDatabaseUrl = databaseUrl } = given
  return {
    databaseUrl,
    migrateDatabaseUrl,
    migratesAtStart: !isProduction,
    consoleRole: given.CONSOLE_ROLE ?? (databaseUrl ? userOfDatabase(databaseUrl) : null),
  }
}

/** The settings of the migrate command, which needs none of the console's own. */
export function readMigrateEnv(variables: Record<string, string | undefined>) {
  const given = parse(migrateSettings, variables)
  const isEmbedded = given.DATABASE_URL === undefined && given.MIGRATE_DATABASE_URL === undefined
  return { ...databaseOf(given, given.MODE === 'production'), dataDir: readDataDir(given.DATA_DIR, isEmbedded) }
}

/** The environment as typed settings; throws {@link WrongSetting} for the first wrong one. */
export function readEnv(variables: Record<string, string | undefined>) {
  const given = parse(settings, variables)
  const isProduction = given.MODE === 'production'
  const isDemo = !isProduction
  const codeCountries = readCountries(given.CODE_COUNTRIES)
  if (isProduction) {
    for (const file of DEMO_SWITCHES)
      if (fs.existsSync(path.join(given.DATA_DIR, file)))
        throw new WrongSetting('DATA_DIR', `holds ${file}, which production refuses`)
    if (given.LIMITS_FACTOR !== undefined) throw new WrongSetting('LIMITS_FACTOR', 'is for demo mode only')
  }
  const dataDir = readDataDir(given.DATA_DIR, isDemo || given.DATABASE_URL === undefined)
  const wrong = wrongGatewaySetting(given, isProduction)
  if (wrong) throw new WrongSetting(...wrong)
  const anchorBucket = readAnchorBucket(given.ANCHORS)
  const stores = [
    { variable: 'DOCUMENTS', isS3: given.DOCUMENTS === 's3', ownBucket: undefined },
    { variable: 'ANCHORS', isS3: anchorBucket !== null, ownBucket: anchorBucket?.own },
  ]
  for (const { variable, ownBucket } of stores.filter(({ isS3 }) => isS3))
    for (const needed of NEEDED_BY_S3)
      if (!given[needed] && !(needed === 'S3_BUCKET' && ownBucket))
        throw new WrongSetting(needed, `is required by ${variable}=s3`)
  const bucket = {
    endpoint: given.S3_ENDPOINT ?? '',
    region: given.S3_REGION ?? '',
    bucket: given.S3_BUCKET ?? '',
    accessKeyId: given.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: given.S3_SECRET_ACCESS_KEY ?? '',
    isPathStyle: given.S3_FORCE_PATH_STYLE === 'true',
  }
  if (given.DOCUMENTS === 's3' || anchorBucket) checkPathStyle(bucket)

  return {
    isProduction,
    isDemo,
    port: given.PORT,
    host: given.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    metrics: metricsOf(given),
    publicOrigin: readPublicOrigin(given.PUBLIC_ORIGIN, isProduction, given.PORT),
    trustProxy: readTrustProxy(given.TRUST_PROXY),
    ...workersOf(given),
    ...databaseOf(given, isProduction),
    stopDelayMs: (given.STOP_DELAY_SECONDS ?? (isProduction ? STOP_DELAY_S : 0)) * 1000,
    dataDir,
    sessionSecrets: readSecrets(given.SESSION_SECRET, isProduction, dataDir),
    sessionIdleMs: given.SESSION_IDLE_MINUTES * 60_000,
    sessionMaxMs: given.SESSION_MAX_HOURS * 3_600_000,
    ...gatewaysOf(given, isProduction),
    codeCountries,
    /** The lowest role that must use its passkey once it has one; null requires it of nobody. */
    requirePasskey: given.REQUIRE_PASSKEY ?? null,
    scanner: given.SCANNER_URL ? readScanner(given.SCANNER_URL) : null,
    s3: given.DOCUMENTS === 's3' ? bucket : null,
    anchors: anchorBucket
      ? { kind: 's3' as const, bucket: { ...bucket, bucket: anchorBucket.own ?? bucket.bucket } }
      : readAnchors(given.ANCHORS),
    anchorEveryMs: given.ANCHOR_MINUTES * 60_000,
    anchorKey: readAnchorKey(given.ANCHOR_KEY),
    sentryDsn: given.SENTRY_DSN,
    sentryEnvironment: given.SENTRY_ENVIRONMENT ?? given.MODE,
    logLevel: given.LOG_LEVEL,
    limitsFactor: given.LIMITS_FACTOR ?? 1,
  }
}

export type Env = ReturnType<typeof readEnv>

/** Null when metrics are off. The port has no authentication, so other machines reach it only when METRICS_HOST says so. */
function metricsOf({ METRICS_PORT, METRICS_HOST, PORT }: z.infer<typeof settings>) {
  if (METRICS_PORT === undefined) return null
  // Port 0 lets the system choose: two of them differ.
  if (METRICS_PORT === PORT && PORT !== 0) throw new WrongSetting('METRICS_PORT', 'must not be the same as PORT')
  return { port: METRICS_PORT, host: METRICS_HOST }
}

/** Only one process can open the embedded database. */
function workersOf({ WORKERS, DATABASE_URL }: Pick<z.infer<typeof settings>, 'WORKERS' | 'DATABASE_URL'>) {
  const askedWorkers = WORKERS === 'auto' ? os.availableParallelism() : Number(WORKERS)
  return { askedWorkers, workers: DATABASE_URL === undefined ? 1 : askedWorkers }
}
