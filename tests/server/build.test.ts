import fs from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { buildOnce } from '../support/server'

const BUILD_LIMIT_MS = 240_000
const FOLDER = path.resolve('build/server')
const BARE_IMPORT = /(?:\bfrom|^import)\s*"([^./][^"\s]*)";?$|\bimport\("([^./$][^"\s]*)"\)/gm

beforeAll(buildOnce, BUILD_LIMIT_MS)

it('the server brings its dependencies along, so that a start reads few files', () => {
  const files = fs.readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  const imported = files.flatMap((file) =>
    [...fs.readFileSync(path.join(FOLDER, file), 'utf8').matchAll(BARE_IMPORT)].map(([, from, later]) => from ?? later),
  )
  expect(imported).toContain('node:http')
  const packages = imported.filter((name) => name !== undefined && !isBuiltin(name))
  expect([...new Set(packages)].toSorted()).toEqual([
    '@electric-sql/pglite',
    '@electric-sql/pglite/contrib/pg_trgm',
    '@sentry/react-router',
  ])
  expect(files.length).toBeLessThan(100)
})

it('the browser gets no schemas: what is typed is judged by the server', () => {
  const assets = path.resolve('build/client/assets')
  const withZod = fs
    .readdirSync(assets)
    .filter(
      (file) => file.endsWith('.js') && /ZodError|invalid_type/.test(fs.readFileSync(path.join(assets, file), 'utf8')),
    )
  expect(withZod).toEqual([])
})
