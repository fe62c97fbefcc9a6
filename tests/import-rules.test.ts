import fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { layerOf, importsOf, sourcesUnder, type Import } from './support/imports'
import { firstWords, routeFiles, signedInRoutes } from './support/route-files'

const imports = sourcesUnder('app').flatMap(importsOf)

/** What every layer may import. */
const LOWEST = ['durations', 'decoded', 'uuid', 'pseudonyms', 'form-protocol', 'audit-actions']

/** Which layers may import which; anything not listed is forbidden. `type` allows types only. */
const RULES: Record<string, { any: string[]; type?: string[] }> = {
  vocabulary: { any: [] },
  durations: { any: [] },
  decoded: { any: [] },
  uuid: { any: [] },
  pseudonyms: { any: [] },
  'form-protocol': { any: [], type: ['vocabulary'] },
  'audit-actions': { any: [] },
  addresses: { any: [] },
  lists: { any: ['lists', 'vocabulary'] },
  i18n: { any: ['i18n', 'vocabulary', 'lists', 'locales'] },
  db: { any: ['db', 'vocabulary'] },
  // Writes demo data: used by commands and the start of the demo.
  demo: { any: ['demo', 'db', 'vocabulary'] },
  gateways: { any: ['gateways', 'vocabulary'], type: ['env.server'] },
  domain: { any: ['domain', 'addresses', 'vocabulary', 'lists'], type: ['i18n'] },
  'domain.server': {
    any: ['domain', 'domain.server', 'addresses', 'db', 'i18n', 'lists', 'vocabulary'],
    type: ['gateways', 'services.server', 'env.server'],
  },
  ui: { any: ['ui', 'vocabulary', 'lists', 'i18n'] },
  http: {
    any: ['http', 'domain', 'domain.server', 'i18n', 'lists', 'vocabulary', 'context'],
    type: ['services.server', 'env.server'],
  },
  routes: {
    any: ['routes', 'domain', 'domain.server', 'ui', 'http', 'lists', 'i18n', 'vocabulary', 'context'],
    type: ['root', 'env.server'],
  },
  'env.server': { any: ['vocabulary', 'env-gateways.server', 'env-values.server'] },
  'env-values.server': { any: [] },
  'env-gateways.server': { any: ['vocabulary'] },
  'services.server': { any: ['db', 'gateways'], type: ['env.server'] },
  context: { any: ['vocabulary'], type: ['domain', 'services.server'] },
  root: { any: ['context', 'http', 'i18n', 'routes', 'ui', 'vocabulary', 'app.css?url'] },
  'entry.server': { any: ['context', 'http', 'i18n', 'ui', 'vocabulary', 'app.css?inline', 'app.css?url'] },
  'entry.client': { any: ['http', 'i18n', 'ui'] },
}

const PACKAGES: Record<string, RegExp> = {
  vocabulary: /^$/,
  durations: /^$/,
  decoded: /^$/,
  uuid: /^$/,
  pseudonyms: /^$/,
  'form-protocol': /^$/,
  'audit-actions': /^$/,
  addresses: /^react-router$/,
  lists: /^zod$/,
  db: /^(drizzle-orm|pg|pino|@electric-sql\/pglite|node:)/,
  domain: /^(zod|@date-fns\/tz)$/,
  'domain.server': /^(zod|@simplewebauthn\/server|drizzle-orm|libphonenumber-js\/max|pinyin-pro|tar-stream|node:|pino)/,
}
const NO_FRAMEWORK = /^(react|react-dom|react-router|express|@react-router)(\/|$)/

const broken = (judge: (found: Import) => boolean) =>
  imports.filter(judge).map(({ from, to }) => `${from} imports ${to}`)
const ENTRIES = ['app/root.tsx', 'app/entry.server.tsx']
const isGenerated = ({ to }: Import) => to.includes('/+types/')

it('every import goes to a lower layer', () => {
  const upward = broken((found) => {
    const to = layerOf(found.to)
    const rule = RULES[layerOf(found.from) ?? '']
    if (to === null || LOWEST.includes(to) || isGenerated(found)) return false
    return !rule?.any.includes(to) && !(found.isType && rule?.type?.includes(to))
  })
  expect(upward).toEqual([])
})

it('layers below the routes import only the packages that they may', () => {
  const foreign = broken((found) => {
    const allowed = PACKAGES[layerOf(found.from) ?? '']
    return layerOf(found.to) === null && !isGenerated(found) && allowed !== undefined && !allowed.test(found.to)
  })
  expect(foreign).toEqual([])
})

it('domain, db and gateways do not import the web framework', () => {
  const layers = ['domain', 'domain.server', 'db', 'gateways', 'lists', 'addresses']
  const isTypeOfHref = ({ from, isType }: Import) => from === 'app/addresses.ts' && isType
  const knowing = broken(
    (found) => layers.includes(layerOf(found.from) ?? '') && NO_FRAMEWORK.test(found.to) && !isTypeOfHref(found),
  )
  expect(knowing).toEqual([])
})

it('files of the domain without .server import no server file', () => {
  expect(broken(({ from, to }) => layerOf(from) === 'domain' && to.endsWith('.server'))).toEqual([])
})

/** The features of domain and db, highest first; within its layer, each may import only those in the rows below. */
const FEATURES = [
  ['jobs', 'backup'],
  ['backlog', 'views', 'dashboard', 'search', 'glossary', 'settings'],
  ['setup', 'notes'],
  ['users'],
  ['verifications'],
  ['documents'],
  ['join'],
  ['invites', 'proof-code'],
  ['organizations'],
  ['sign-in'],
  ['passkeys'],
  ['sessions', 'messages'],
  ['inbox', 'saved-views'],
  ['keeping'],
  ['audit'],
  ['files'],
  ['fresh-proof', 'independent-people', 'invite-codes', 'limits', 'drafts', 'sent-form'],
  ['counts', 'names', 'phones', 'sealing', 'form-fields'],
  ['words'],
  ['access', 'bounded-cache', 'calendar', 'keys', 'outcome', 'preferences', 'unavailable', 'written-text', 'schema'],
  ['engine'],
]

const featureOf = (place: string) => (place.split('/')[2] ?? '').replace(/(\.server)?(\.ts)?$/, '')
const rowOf = (feature: string) => FEATURES.findIndex((row) => row.includes(feature))

describe.each(['domain', 'db'])('the features of %s', (layer) => {
  const isWithin = (place: string) => place.startsWith(`app/${layer}/`)

  it('are all in the table of features', () => {
    const features = new Set(sourcesUnder(`app/${layer}`).map(featureOf))
    expect([...features].filter((feature) => rowOf(feature) < 0)).toEqual([])
  })

  it('import only features below them', () => {
    const upward = broken(({ from, to }) => {
      const [own, other] = [featureOf(from), featureOf(to)]
      return isWithin(from) && isWithin(to) && own !== other && rowOf(other) <= rowOf(own)
    })
    expect(upward).toEqual([])
  })
})

/** Where a feature changes what a feature above it stores, using its SQL but none of its rules. */
const EFFECTS_ABOVE = {
  audit: ['sessions', 'users'],
  inbox: ['users'],
  invites: ['users'],
  join: ['verifications'],
  messages: ['sign-in'],
  organizations: ['users', 'verifications'],
  passkeys: ['sign-in', 'users'],
  sessions: ['sign-in', 'users'],
  'sign-in': ['users'],
  verifications: ['users'],
}

it('the domain uses the SQL of a feature above it only where the table says so', () => {
  const pairs = imports
    .filter(({ from, to }) => from.startsWith('app/domain/') && to.startsWith('app/db/'))
    .map(({ from, to }) => [featureOf(from), featureOf(to)] as const)
    .filter(([own, other]) => rowOf(other) < rowOf(own))
    .map(([own, other]) => `${own} > ${other}`)
  const named = Object.entries(EFFECTS_ABOVE).flatMap(([own, others]) => others.map((other) => `${own} > ${other}`))
  expect([...new Set(pairs)].toSorted()).toEqual(named.toSorted())
})

it('a feature of the routes does not import another one; only the frame around them may', () => {
  const folderOf = (place: string) => place.split('/').slice(2, -1)[0]
  const foreign = broken(
    (found) =>
      found.from.startsWith('app/routes/') &&
      found.to.startsWith('app/routes/') &&
      !isGenerated(found) &&
      folderOf(found.from) !== undefined &&
      folderOf(found.from) !== folderOf(found.to),
  )
  expect(foreign).toEqual([])
})

it('components import no server file; only route files may, which the build cuts in two', async () => {
  const routes = (await routeFiles()).map((file) => `app/${file}`)
  const isDrawn = (file: string) => file.endsWith('.tsx') && !file.endsWith('.server.tsx') && !ENTRIES.includes(file)
  const mixed = broken(
    ({ from, to, isType }) => isDrawn(from) && !routes.includes(from) && to.endsWith('.server') && !isType,
  )
  expect(mixed).toEqual([])
})

it('no file or folder has a name without meaning, such as utils or shared', () => {
  const nameless = sourcesUnder('app').filter((file) =>
    /(^|\/)(utils?|lib|helpers?|shared|components|misc|index)(\/|\.tsx?$)/.test(file.replace(/^app\//, '')),
  )
  expect(nameless).toEqual([])
})

describe('every loader and action of the signed-in area asks for permission first', async () => {
  /** Open to anybody signed in: it only says that an address is wrong. */
  const OPEN = ['routes/errors/named.tsx']
  const routes = (await signedInRoutes()).filter((file) => !OPEN.includes(file))

  it('such routes exist', () => expect(routes.length).toBeGreaterThan(0))

  it.each(routes)('%s', (file) => {
    const handlers = firstWords(`app/${file}`)
    expect(handlers.map(({ name }) => name)).toContain('loader')
    for (const { name, first } of handlers) expect(first, `${name} of ${file}`).toMatch(/\bpermit\(/)
  })
})

it('invite codes are opened in one place only', () => {
  const readers = sourcesUnder('app').filter((file) => /SealedCode\.open\(/.test(fs.readFileSync(file, 'utf8')))
  expect(readers).toEqual(['app/db/schema/sealed-code.ts', 'app/domain/invite-codes/show-code.server.ts'])
})

it('nothing is decoded only to see whether that fails, for the build leaves such a call out', () => {
  const files = ['app', 'edge', 'scripts'].flatMap(sourcesUnder)
  const trying = files.filter((file) => /^\s+(de|en)codeURI(Component)?\(.*\)$/m.test(fs.readFileSync(file, 'utf8')))
  expect(trying).toEqual([])
})

it('keys of people are opened in one place only', () => {
  const readers = sourcesUnder('app').filter((file) => /PersonKey\.open\(/.test(fs.readFileSync(file, 'utf8')))
  expect(readers).toEqual(['app/db/schema/person-key.ts', 'app/domain/audit/personal.server.ts'])
})

it('i18next gives only types, and texts come from our own translator', () => {
  expect(broken(({ to, isType }) => /^(react-)?i18next/.test(to) && !isType)).toEqual([])
})
