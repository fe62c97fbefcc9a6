import type { ServerBuild } from 'react-router'

type Routes = ServerBuild['routes']

/** First segments of addresses in the route map; other addresses are matched against the whole map. */
const FIRST = /^[^/]+\/\/[^/]+\/([a-z\d-]*)(?:\.data)?(?:[/?]|$)/

/**
 * The routes that an address can match, by its first segment, or the whole map where that is unknown: the framework tries one
 * route after the other, twice for each page.
 */
export function narrowedRoutes(routes: Routes): (address: string) => Routes {
  const firstOf = (id: string): string | undefined => {
    const route = routes[id]
    return route && ((route.parentId && firstOf(route.parentId)) || route.path?.split('/').find((part) => part !== ''))
  }
  const all = Object.entries(routes).map(([id, route]) => ({ id, route, first: firstOf(id) }))
  const among = (wanted: string): Routes =>
    Object.fromEntries(
      all
        .filter(({ first }) => first === undefined || first === wanted || /^[:*]/.test(first))
        .map(({ id, route }) => [id, route]),
    )
  const narrowed = new Map(['', ...all.flatMap(({ first }) => first ?? [])].map((first) => [first, among(first)]))
  return (address) => {
    const [, first] = FIRST.exec(address) ?? []
    return (first !== undefined && narrowed.get(first)) || routes
  }
}
