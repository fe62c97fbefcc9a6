import type { Plugin } from 'vite'

const ROUTER = /[\\/]react-router[\\/]dist[\\/]/

/** Patterns in the router's package, and their replacements. */
const REPLACEMENTS: readonly [found: RegExp, by: string][] = [
  // The package ships the development router to everybody, which warns developers.
  [/\bvar ENABLE_DEV_WARNINGS = true;/g, 'const ENABLE_DEV_WARNINGS = false;'],
  // Our router gets all routes at once and loads none later.
  [/(?<!function )isFogOfWarEnabled\(routeDiscovery, ssr\)/g, 'false'],
  // The names that it gives its components for developers' tools keep those that nobody uses in the script.
  [/^\w+\.displayName = "\w+";$/gm, ''],
  [/ = (React\d*\.forwardRef\()/g, ' = /* @__PURE__ */ $1'],
  // Each branch of the routes has its parents, which were made anew for it.
  [
    /^function compilePath\(path, caseSensitive = false, end = true\) \{$/gm,
    `var compiledPaths = /* @__PURE__ */ new Map();
function compilePath(path, caseSensitive = false, end = true) {
  let name = end + ":" + caseSensitive + ":" + path;
  let compiled = compiledPaths.get(name);
  if (!compiled) compiledPaths.set(name, compiled = compilePathAnew(path, caseSensitive, end));
  return compiled;
}
function compilePathAnew(path, caseSensitive, end) {`,
  ],
  // The server has already said which routes a page has.
  [
    /\blet initialMatches = matchRoutes\(routes, location, basename\);/g,
    'let initialMatches = Object.keys(window.__reactRouterRouteModules).map((id) => ({ route: { id } }));',
  ],
  // The router keeps its branches.
  [
    /\bmatchRoutes\(router\.routes, page, router\.basename\)/g,
    'matchRoutesImpl(router.routes, page, router.basename || "/", false, router.branches)',
  ],
]

/** Replaces patterns in a package, and tracks which of them it never found. */
export function replacing(replacements = REPLACEMENTS) {
  const found = new Set<RegExp>()
  return {
    in: (code: string): string =>
      replacements.reduce((text, [what, by]) => {
        const replaced = text.replace(what, by)
        if (replaced !== text) found.add(what)
        return replaced
      }, code),
    notFound: (): string[] => replacements.filter(([what]) => !found.has(what)).map(([what]) => what.source),
  }
}

/** The router without development code, and without repeating known work (decision 22). */
export function routerForUse(): Plugin {
  const inBrowser = replacing()
  const onServer = replacing()
  return {
    name: 'router-for-use',
    apply: 'build',
    transform(code, id) {
      if (!ROUTER.test(id)) return undefined
      return (this.environment.name === 'client' ? inBrowser : onServer).in(code)
    },
    buildEnd(error) {
      const lacking = this.environment.name === 'client' && !error ? inBrowser.notFound() : []
      if (lacking.length > 0)
        this.error(`The router is another than the one we change; not in it: ${lacking.join(' and ')}`)
    },
  }
}
