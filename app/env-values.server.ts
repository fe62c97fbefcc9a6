import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isSupportedCountry } from 'libphonenumber-js/max'
import { decoded } from './decoded'

/** A wrong setting. The message names the variable and what is expected, never the value. */
export class WrongSetting extends Error {
  constructor(variable: string, expected: string) {
    super(`${variable} ${expected}`)
    this.name = 'WrongSetting'
  }
}

const SECRET_BYTES = 32
const PORT_MAX = 65_535

/** The driver also accepts a socket's folder as host; `URL` needs one before the path. */
const withHost = (databaseUrl: string) => databaseUrl.replace('@/', '@socket/')

/** True for an address that the driver can read. */
export function isDatabaseUrl(value: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(withHost(value))) return false
  const { username, port, searchParams } = new URL(withHost(value))
  const asked = searchParams.get('port') || port
  return decoded(username) !== null && (asked === '' || isPort(asked))
}

/** The database user that the driver connects as; null when the address names none. */
export function userOfDatabase(databaseUrl: string): string | null {
  const { username, searchParams } = new URL(withHost(databaseUrl))
  return searchParams.get('user') || decodeURIComponent(username) || null
}

export const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) <= PORT_MAX

/** True for a DSN that the tracker's client accepts; with any other it silently sends nothing. */
export const isSentryDsn = (value: string): boolean =>
  /^https?:\/\/\w+(:\w*)?@(\[[:.%\w]+\]|[\w.-]+)(:\d+)?\/([^?#]+\/)?\d[^/]*$/.test(value) && URL.canParse(value)

export function readCountries(value: string): string[] {
  const countries = value.split(',').map((country) => country.trim())
  if (countries.every((country) => isSupportedCountry(country))) return countries
  throw new WrongSetting('CODE_COUNTRIES', 'must be two-letter country codes, comma separated')
}

/** Returns the folder's full path; when it is needed, creates it and checks that it can be written to. */
export function readDataDir(value: string, isNeeded: boolean): string {
  const dataDir = path.resolve(value)
  refuseServed(dataDir)
  if (isNeeded) needFolder(dataDir)
  return dataDir
}

function refuseServed(dataDir: string): void {
  const real = realPath(dataDir)
  const isServed = servedFolders()
    .map(realPath)
    .some((folder) => real === folder || real.startsWith(folder + path.sep))
  if (isServed) throw new WrongSetting('DATA_DIR', 'must not lie in a folder that is served to everybody')
}

/** Folders that are served to everybody and that a build empties. Beside the sources that includes `public`, which the next build copies. */
function servedFolders(): string[] {
  const home = findHome(path.dirname(fileURLToPath(import.meta.url)))
  const isOfSources = fs.existsSync(path.join(home, 'vite.config.ts'))
  return ['build/client', ...(isOfSources ? ['public'] : [])].map((folder) => path.join(home, folder))
}

/** The console's root folder, found from the sources as well as from a build beside them, whatever the working directory. */
const findHome = (folder: string): string =>
  fs.existsSync(path.join(folder, 'package.json')) || folder === path.dirname(folder)
    ? folder
    : findHome(path.dirname(folder))

/** Resolves symbolic links, also for a path that does not exist yet. */
function realPath(folder: string): string {
  if (fs.existsSync(folder)) return fs.realpathSync(folder)
  const parent = path.dirname(folder)
  return parent === folder ? folder : path.join(realPath(parent), path.basename(folder))
}

export function needFolder(dataDir: string): void {
  try {
    fs.mkdirSync(dataDir, { recursive: true })
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
  } catch {
    throw new WrongSetting('DATA_DIR', 'must be a folder that can be written to')
  }
}

/** An IPv6 address without its brackets. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** An IP address cannot have a bucket name as its subdomain. */
export function checkPathStyle({ endpoint, isPathStyle }: { endpoint: string; isPathStyle: boolean }): void {
  if (net.isIP(hostOf(new URL(endpoint))) !== 0 && !isPathStyle)
    throw new WrongSetting('S3_FORCE_PATH_STYLE', 'must be true where S3_ENDPOINT is an IP address')
}

export function readScanner(value: string) {
  const url = new URL(value)
  return { host: hostOf(url), port: Number(url.port) }
}

export const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

/** The bucket for signed heads of the audit chain, with its name when it is not the documents' bucket; null for another kind of place. */
export function readAnchorBucket(value: string | undefined): { own: string | undefined } | null {
  const found = /^s3(?::(.*))?$/.exec(value ?? '')
  if (!found) return null
  const [, own] = found
  if (own !== undefined && !BUCKET.test(own)) throw wrongAnchors()
  return { own }
}

const wrongAnchors = () =>
  new WrongSetting('ANCHORS', 'must be file:PATH, s3, s3:BUCKET, syslog://HOST:PORT or syslog+tcp://HOST:PORT')

/** The place other than a bucket where signed heads of the audit chain go; null when not set. */
export function readAnchors(value: string | undefined) {
  if (value === undefined) return null
  const file = /^file:(.+)$/.exec(value)?.[1]
  if (file !== undefined) return { kind: 'file' as const, path: anchorFile(file) }
  const isSyslog = /^syslog(\+tcp)?:\/\/[^/?#@]+$/.test(value) && URL.canParse(value)
  const url = isSyslog ? new URL(value) : null
  if (!url?.hostname || !isPort(url.port)) throw wrongAnchors()
  const host = hostOf(url)
  return { kind: 'syslog' as const, host, port: Number(url.port), isTcp: url.protocol === 'syslog+tcp:' }
}

function anchorFile(file: string): string {
  if (fs.existsSync(path.join(file, path.sep)))
    throw new WrongSetting('ANCHORS', 'must name a file, and this is a folder')
  return path.resolve(file)
}

export function readAnchorKey(value: string | undefined): Buffer | null {
  if (value === undefined) return null
  const key = Buffer.from(value, 'base64')
  if (key.length !== SECRET_BYTES || new Set(key).size < 8)
    throw new WrongSetting('ANCHOR_KEY', `must be ${SECRET_BYTES} random bytes in base64`)
  return key
}

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

export function readTrustProxy(value: string): number | string[] {
  if (/^\d{1,2}$/.test(value)) return Number(value)
  const networks = value.split(',').map((network) => network.trim())
  if (networks.every((network) => NAMED_NETWORKS.includes(network) || isNetwork(network))) return networks
  throw new WrongSetting('TRUST_PROXY', 'must be a number of hops or a list of networks')
}

function isNetwork(text: string): boolean {
  const [address = '', bits = '1', ...more] = text.split('/')
  const most = net.isIP(address) === 6 ? 128 : 32
  const isSize = /^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= most
  return net.isIP(address) !== 0 && more.length === 0 && isSize
}

export function readPublicOrigin(value: string | undefined, isProduction: boolean, port: number): string {
  if (value === undefined && !isProduction) return new URL(`http://localhost:${port}`).origin
  const expected = isProduction
    ? 'must be an https origin such as https://console.example.com'
    : 'must be an http or https origin'
  if (!value || !URL.canParse(value)) throw new WrongSetting('PUBLIC_ORIGIN', expected)
  const url = new URL(value)
  if (url.origin !== value.replace(/\/$/, '')) throw new WrongSetting('PUBLIC_ORIGIN', expected)
  if (isProduction ? url.protocol !== 'https:' : !/^https?:$/.test(url.protocol))
    throw new WrongSetting('PUBLIC_ORIGIN', expected)
  return url.origin
}

export function readSecrets(value: string | undefined, isProduction: boolean, dataDir: string): [string, ...string[]] {
  if (value === undefined) {
    if (isProduction) throw new WrongSetting('SESSION_SECRET', 'is required')
    return [demoSecret(dataDir)]
  }
  const [first, ...others] = value.split(',').map((secret) => secret.trim())
  const all = [first ?? '', ...others]
  if (all.some((secret) => Buffer.byteLength(secret) < SECRET_BYTES))
    throw new WrongSetting(
      'SESSION_SECRET',
      `must be a comma separated list of secrets of ${SECRET_BYTES} bytes or more`,
    )
  if (new Set(all).size < all.length) throw new WrongSetting('SESSION_SECRET', 'must not name the same secret twice')
  if (all.some((secret) => new Set(secret).size < 8)) throw new WrongSetting('SESSION_SECRET', 'is too easy to guess')
  if (isProduction && fs.existsSync(secretFile(dataDir)) && all.includes(demoSecret(dataDir)))
    throw new WrongSetting('SESSION_SECRET', 'must not be the one of demo mode')
  return [first ?? '', ...others]
}

const secretFile = (dataDir: string) => path.join(dataDir, 'session-secret')

function demoSecret(dataDir: string): string {
  const file = secretFile(dataDir)
  try {
    fs.writeFileSync(file, randomBytes(SECRET_BYTES).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return fs.readFileSync(file, 'utf8').trim()
}
