import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import * as router from 'react-router'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import map from '../../app/routes'
import { replacing, routerForUse } from '../../scripts/router-for-use'

const PACKAGE = path.resolve('node_modules/react-router/dist/development')
/** Inside node_modules, because it imports React. */
const folder = fs.mkdtempSync(path.resolve('node_modules/.router-for-use-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

const replaced = replacing()
let forUse: typeof router
beforeAll(async () => {
  for (const file of fs.readdirSync(PACKAGE).filter((name) => /^(index|dom-export|chunk-.*)\.mjs$/.test(name)))
    fs.writeFileSync(path.join(folder, file), replaced.in(fs.readFileSync(path.join(PACKAGE, file), 'utf8')))
  forUse = await import(/* @vite-ignore */ pathToFileURL(path.join(folder, 'index.mjs')).href)
})

type Routes = Parameters<typeof router.UNSAFE_getHydrationData>[0]['routes']
const treeOf = (entries: RouteConfigEntry[]): Routes =>
  entries.map(({ children, path, index, file, id = file }) =>
    index ? { id, index } : { id, path, children: treeOf(children ?? []) },
  )
const routes: Routes = [{ id: 'root', path: '', children: treeOf(await map) }]
const pathsIn = (some: Routes, above = ''): string[] =>
  some.flatMap((route) => {
    const at = route.path ? `${above}/${route.path}` : above
    return [at, ...pathsIn(route.children ?? [], at)]
  })
const ID = '1b3adfbf-eaff-4e9a-8f5d-8315cead2516'
const ODD = ['/nowhere', '/invites/new/', '/INVITES', '/%69nvites', '/invites/a/b/c', '/_', '/a.data', '/users/%2F']
const ADDRESSES = [
  ...new Set(pathsIn(routes).map((at) => at.replace(/:\w+/g, ID).replace('*', 'any/thing') || '/')),
  ...ODD,
]

it('every part of the router that is to be replaced is found in it', () => {
  expect(replaced.notFound()).toEqual([])
})

it('the build fails when the router is another one, and names the parts it lacks', async () => {
  const other = path.join(folder, 'react-router/dist')
  fs.mkdirSync(other, { recursive: true })
  fs.writeFileSync(path.join(other, 'index.mjs'), 'export var ENABLE_DEV_WARNINGS = true;')
  const built = build({
    configFile: false,
    logLevel: 'silent',
    plugins: [routerForUse()],
    build: { write: false, rollupOptions: { input: path.join(other, 'index.mjs') } },
  })
  await expect(built).rejects.toThrow(/^(?=.*matchRoutes)(?=.*compilePath)(?!.*ENABLE_DEV_WARNINGS)/s)
})

describe('the patched router', () => {
  const matched = ({ matchRoutes }: typeof router, at: string) =>
    matchRoutes(routes, at)?.map(({ route: { id }, params, pathname, pathnameBase }) => ({
      id,
      params,
      pathname,
      pathnameBase,
    }))

  it('matches the same routes as the original at every address, the first time and again', () => {
    expect(ADDRESSES.length).toBeGreaterThan(100)
    for (const at of [...ADDRESSES, ...ADDRESSES]) expect(matched(forUse, at), at).toEqual(matched(router, at))
  })

  it('begins with the same data as the original, by the routes that the server named', () => {
    const hasLoader = (id: string) => id.length % 3 > 0
    for (const at of ADDRESSES) {
      const named = matched(router, at) ?? []
      vi.stubGlobal('window', { __reactRouterRouteModules: Object.fromEntries(named.map(({ id }) => [id, {}])) })
      const loaderData = Object.fromEntries(named.filter(({ id }) => hasLoader(id)).map(({ id }) => [id, at]))
      const beginsWith = ({ UNSAFE_getHydrationData }: typeof router) =>
        UNSAFE_getHydrationData({
          state: { loaderData },
          routes,
          getRouteInfo: (id) => ({ clientLoader: undefined, hasLoader: hasLoader(id), hasHydrateFallback: false }),
          location: { pathname: at, search: '', hash: '' },
          basename: '/',
          isSpaMode: false,
        })
      expect(beginsWith(forUse), at).toEqual(beginsWith(router))
    }
    vi.unstubAllGlobals()
  })
})
