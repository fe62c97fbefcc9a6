import type { href as routerHref } from 'react-router'

/**
 * React Router's `href` for the layers that know nothing of it: an address of the route map with its parts filled in. A
 * route that is renamed is a type error wherever something leads to it.
 */
export const href: typeof routerHref = (path, ...[parts]) => {
  const given = new Map(Object.entries(parts ?? {}))
  return path.replace(/:(\w+)/g, (_, name: string) => String(given.get(name)))
}
