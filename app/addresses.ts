import type { href as routerHref } from 'react-router'

/**
 * React Router's `href` for the layers that do not import it: fills in the parameters of a route's address. A renamed route is a
 * type error wherever something links to it.
 */
export const href: typeof routerHref = (path, ...[parts]) => {
  const given = new Map(Object.entries(parts ?? {}))
  return path.replace(/:(\w+)/g, (_, name: string) => String(given.get(name)))
}
