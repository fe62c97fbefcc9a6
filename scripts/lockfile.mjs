// Why: a registry that lacks the binaries of other platforms makes npm leave them out of the lockfile, and then
// `npm ci` refuses the lockfile. An entry with name, version and platform is enough.
import fs from 'node:fs'
import path from 'node:path'

const FILE = path.resolve(import.meta.dirname, '../package-lock.json')
const SYSTEMS = ['darwin', 'win32', 'linux', 'freebsd', 'android', 'openharmony']
const LIBRARIES = { gnu: 'glibc', musl: 'musl' }
const PROCESSORS = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 'riscv64', 's390x', 'wasm32', 'loong64']

const before = fs.readFileSync(FILE, 'utf8')
const lock = JSON.parse(before)
for (const [name, parent] of missingOptionals(lock.packages)) {
  const version = parent.optionalDependencies[name]
  lock.packages[`node_modules/${name}`] = {
    version,
    ...(parent.dev && { dev: true }),
    optional: true,
    ...platform(name),
  }
}
for (const entry of Object.values(lock.packages)) delete entry.resolved
lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')))
const after = `${JSON.stringify(lock, null, 2)}\n`

if (!process.argv.includes('--check')) fs.writeFileSync(FILE, after)
else if (JSON.stringify(JSON.parse(before)) !== JSON.stringify(lock)) {
  process.stderr.write('package-lock.json is incomplete or names download addresses: node scripts/lockfile.mjs\n')
  process.exit(1)
}

function missingOptionals(packages) {
  return Object.entries(packages).flatMap(([place, parent]) =>
    Object.keys(parent.optionalDependencies ?? {})
      .filter((name) => !placesSeenFrom(place).some((folder) => packages[`${folder}node_modules/${name}`]))
      .map((name) => [name, parent]),
  )
}

function placesSeenFrom(place) {
  const places = place === '' ? [''] : [`${place}/`, '']
  for (let at = place.lastIndexOf('/node_modules/'); at > 0; at = place.lastIndexOf('/node_modules/', at - 1))
    places.push(`${place.slice(0, at)}/`)
  return places
}

function platform(name) {
  const words = name.split('/').at(-1).split('-')
  const pick = (key, found) => (found.length > 0 ? { [key]: found } : {})
  return {
    ...pick(
      'cpu',
      PROCESSORS.filter((word) => words.includes(word)),
    ),
    ...pick(
      'libc',
      Object.keys(LIBRARIES)
        .filter((word) => words.includes(word))
        .map((word) => LIBRARIES[word]),
    ),
    ...pick(
      'os',
      SYSTEMS.filter((word) => words.includes(word)),
    ),
  }
}
