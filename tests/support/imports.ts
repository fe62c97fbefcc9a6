import fs from 'node:fs'
import path from 'node:path'

/** One import statement: where it stands, what it reaches (a path under the root or a package), whether types only. */
export type Import = { from: string; to: string; isType: boolean }

const STATEMENT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g

export function sourcesUnder(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
}

export function importsOf(file: string): Import[] {
  return [...fs.readFileSync(file, 'utf8').matchAll(STATEMENT)].map(([, type, named, dynamic]) => {
    const target = named ?? dynamic ?? ''
    const to = target.startsWith('.') ? path.posix.join(path.posix.dirname(file), target) : target
    return { from: file, to, isType: type !== undefined }
  })
}

/** `routes`, `domain`, `ui` …; what stands directly in `app` is a layer of its own; packages have none. */
export function layerOf(place: string): string | null {
  const [top, layer, ...rest] = place.split('/')
  if (top !== 'app' || layer === undefined) return top === 'locales' ? 'locales' : null
  if (rest.length === 0) return layer.replace(/\.tsx?$/, '')
  return layer === 'domain' && /\.server(\.tsx?)?$/.test(place) ? 'domain.server' : layer
}
