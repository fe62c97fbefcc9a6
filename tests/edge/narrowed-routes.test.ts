import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { describe, expect, it } from 'vitest'
import { narrowedRoutes } from '../../edge/narrowed-routes'
import map from '../../app/routes'

type Routes = ServerBuild['routes']

const ORIGIN = 'https://console.example.com'
const idOf = (entry: RouteConfigEntry) => entry.id ?? entry.file.replace(/\.tsx?$/, '')
const flat = (entries: RouteConfigEntry[], parentId: string): [string, Routes[string]][] =>
  entries.flatMap((entry) => {
    const id = idOf(entry)
    const route = { id, parentId, path: entry.path, index: entry.index, module: { default: () => null } }
    return [[id, route], ...flat(entry.children ?? [], id)]
  })
const root = { id: 'root', path: '', module: { default: () => null } }
const routes: Routes = Object.fromEntries([['root', root], ...flat(await map, 'root')])
const routesFor = narrowedRoutes(routes)

const treeOf = (some: Routes, parentId?: string): RouteObject[] =>
  Object.values(some)
    .filter((route) => route?.parentId === parentId)
    .map((route) => ({ ...route, children: treeOf(some, route?.id) }) as RouteObject)
const matched = (some: Routes, pathname: string) =>
  matchRoutes(treeOf(some), pathname)?.map(({ route, params }) => ({ id: route.id, params }))

const pathOf = (id: string): string => {
  const route = routes[id]
  return route ? `${pathOf(route.parentId ?? '')}${route.path ? `/${route.path}` : ''}` : ''
}
const ID = '1b3adfbf-eaff-4e9a-8f5d-8315cead2516'
const ADDRESSES = [...new Set(Object.keys(routes).map((id) => pathOf(id).replace(/:\w+/g, ID) || '/'))]
const ODD = [
  '/nowhere',
  '/invites/new/',
  '/INVITES',
  '/%69nvites',
  '/invites/a/b/c',
  '/demo',
  '/users/',
  '/_',
  '/-',
  '/a.data',
]

describe('the routes tried for an address', () => {
  it.each([...ADDRESSES, ...ODD])('include the one that answers at %s', (pathname) => {
    expect(matched(routesFor(ORIGIN + pathname), pathname)).toEqual(matched(routes, pathname))
  })

  it('are less than a quarter of all, and the same for a page, its data and its queries', () => {
    const all = Object.keys(routes).length
    const few = Object.keys(routesFor(`${ORIGIN}/invites`)).length
    expect(few).toBeLessThan(all / 4)
    for (const address of ['/invites/', '/invites.data', '/invites?page=2', `/invites/${ID}`])
      expect(routesFor(ORIGIN + address)).toBe(routesFor(`${ORIGIN}/invites`))
  })

  it.each(['/nowhere', '/INVITES', '/%69nvites', '/invites%20', '/invites.png', '/_.data'])(
    'are all of them at %s',
    (address) => expect(routesFor(ORIGIN + address)).toBe(routes),
  )
})
