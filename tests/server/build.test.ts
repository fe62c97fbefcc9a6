import fs from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { buildOnce } from '../support/server'

const BUILD_LIMIT_MS = 240_000
const FOLDER = path.resolve('build/server')
const BARE_IMPORT = /(?:\bfrom|^import)\s*"([^./][^"\s]*)";?$|\bimport\("([^./$][^"\s]*)"\)/gm
const REQUIRED = /\brequireFrom\("([^"]+)"\)/g
const OWN_IMPORT = /(?:\bfrom|^import)\s*"(\.[^"\s]*)";?$|\bimport\("(\.[^"\s]*)"\)/gm

beforeAll(buildOnce, BUILD_LIMIT_MS)

it('the server bundles all but three of its dependencies and reads fewer than 110 files', () => {
  const files = fs.readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  // Only the bench opens a browser, if there is one.
  const texts = files
    .filter((file) => file !== 'bench.js')
    .map((file) => fs.readFileSync(path.join(FOLDER, file), 'utf8'))
  const imported = texts.flatMap((text) => [...text.matchAll(BARE_IMPORT)].map(([, from, later]) => from ?? later))
  const required = texts.flatMap((text) => [...text.matchAll(REQUIRED)].map(([, name]) => name))
  expect(imported).toContain('node:http')
  const packages = imported.filter((name) => name !== undefined && !isBuiltin(name))
  expect([...new Set(packages)].toSorted()).toEqual([
    '@electric-sql/pglite',
    '@electric-sql/pglite/contrib/pg_trgm',
    '@sentry/react-router',
  ])
  // Loaded from the installed packages when the first Chinese signs are met.
  expect([...new Set(required)]).toEqual(['pinyin-pro'])
  const { dependencies } = JSON.parse(fs.readFileSync('package.json', 'utf8'))
  expect(Object.keys(dependencies)).toEqual(
    expect.arrayContaining(['@electric-sql/pglite', '@sentry/react-router', 'pinyin-pro']),
  )
  expect(neededBy('server.js').size).toBeLessThan(110)
})

it('style sheets use color-mix only under @supports, and never light-dark, for older browsers', () => {
  const folder = path.resolve('build/client/assets')
  const sheets = fs.readdirSync(folder).filter((file) => file.endsWith('.css'))
  const text = sheets.map((file) => fs.readFileSync(path.join(folder, file), 'utf8')).join('\n')
  expect(text).toContain('color-mix(')
  expect(text).not.toContain('light-dark(')
  const asked = text.replace(/@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')
  expect(asked.match(/[^;{]*color-mix\([^;}]*/g) ?? []).toEqual([])
})

/** The files of the build that one of them imports, at once or later. */
function neededBy(file: string, needed = new Set<string>()): Set<string> {
  if (needed.has(file)) return needed
  needed.add(file)
  for (const [, from, later] of fs.readFileSync(path.join(FOLDER, file), 'utf8').matchAll(OWN_IMPORT))
    neededBy(path.join(path.dirname(file), from ?? later ?? ''), needed)
  return needed
}

it('the server holds one copy of Drizzle, so that instanceof tells its classes apart', () => {
  const files = fs.readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  const texts = files.map((file) => fs.readFileSync(path.join(FOLDER, file), 'utf8'))
  expect(texts.join('').split('Symbol.for("drizzle:entityKind")')).toHaveLength(2)
  const kinds = texts.flatMap((text) =>
    [...text.matchAll(/static \[entityKind\] = "([^"]+)"/g)].map(([, kind]) => kind),
  )
  expect(kinds.length).toBeGreaterThan(50)
  expect(kinds.filter((kind, at) => kinds.indexOf(kind) !== at)).toEqual([])
})

it('the browser gets no Zod schemas: only the server judges what is typed', () => {
  const assets = path.resolve('build/client/assets')
  const withZod = fs
    .readdirSync(assets)
    .filter(
      (file) => file.endsWith('.js') && /ZodError|invalid_type/.test(fs.readFileSync(path.join(assets, file), 'utf8')),
    )
  expect(withZod).toEqual([])
})

it('the code of the metrics is in one file of the server, imported only where METRICS_PORT is set, and in none of the browser', () => {
  const holding = fs
    .readdirSync('build', { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        file.endsWith('.js') && fs.readFileSync(path.join('build', file), 'utf8').includes('process_cpu_user_seconds'),
    )
  expect(holding).toHaveLength(1)
  expect(holding[0]).toMatch(/^server\/assets\/scrapes-/)
  const name = path.basename(holding[0] ?? '')
  const files = fs.readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  const lines = files.flatMap((file) => fs.readFileSync(path.join(FOLDER, file), 'utf8').split('\n'))
  const naming = lines.filter((line) => line.includes(name))
  expect(naming).toEqual([expect.stringMatching(/= env\.metrics && await \(await import\("\.\/scrapes-/)])
})

it('the build holds no source maps for the browser', () => {
  const files = fs.readdirSync('build/client', { recursive: true, encoding: 'utf8' })
  expect(files.filter((file) => /\.map(\.|$)/.test(file))).toEqual([])
  const scripts = files.filter((file) => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(50)
  const withMap = scripts.filter((file) =>
    fs.readFileSync(path.join('build/client', file), 'utf8').includes('sourceMappingURL'),
  )
  expect(withMap).toEqual([])
})

const LISTS_BUDGET_BYTES = 126_000
const CLIENT = path.resolve('build/client')

type Files = { module: string; imports: string[]; parentId?: string }

/** The route manifest that the browser gets, and its file. */
function routeManifest() {
  const file = fs.readdirSync(path.join(CLIENT, 'assets')).find((name) => /^manifest-\w+\.js$/.test(name))
  const text = fs.readFileSync(path.join(CLIENT, `assets/${file}`), 'utf8')
  const told = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  return { file: `/assets/${file}`, ...(told as { entry: Files; routes: Record<string, Files> }) }
}

it('every list page loads at most 126 KB of script', () => {
  const { file, entry, routes } = routeManifest()
  const sent = (name: string) =>
    fs.statSync(
      path.join(CLIENT, [`${name}.br`, name].find((found) => fs.existsSync(path.join(CLIENT, found))) ?? name),
    ).size
  const bytesOf = (id: string) => {
    const files = new Set([file, entry.module, ...entry.imports])
    for (let at: Files | undefined = routes[id]; at; at = routes[at.parentId ?? ''])
      for (const name of [at.module, ...at.imports]) files.add(name)
    return [...files].reduce((sum, name) => sum + sent(name), 0)
  }
  const lists = Object.keys(routes).filter((id) => /^routes\/\w+\/(list|home|page)$/.test(id))
  const bytes = Object.fromEntries(lists.map((id) => [id, bytesOf(id)]))
  expect(lists.length).toBeGreaterThan(7)
  expect(Object.entries(bytes).filter(([, size]) => size > LISTS_BUDGET_BYTES)).toEqual([])
  expect(Math.min(...Object.values(bytes))).toBeGreaterThan(LISTS_BUDGET_BYTES / 2)
})

it('the styles a page brings inline are those of the style sheet', () => {
  const assets = fs.readdirSync(path.join(CLIENT, 'assets'))
  const sheet = assets.find((name) => /^app-[\w-]+\.css$/.test(name)) ?? ''
  const inSheet = fs.readFileSync(path.join(CLIENT, 'assets', sheet), 'utf8')
  const bringing = fs.readFileSync(path.join(FOLDER, 'index.js'), 'utf8')
  const fontsOf = (text: string) => [...new Set(text.match(/\/assets\/[\w-]+\.woff2/g))].toSorted()
  expect(fontsOf(inSheet)).not.toEqual([])
  const rules = bringing.slice(bringing.indexOf('@font-face'))
  expect(fontsOf(rules)).toEqual(fontsOf(inSheet))
  expect(rules).toContain(inSheet.match(/--toast-ms:[^;}]+/)?.[0] ?? 'nothing')
})
