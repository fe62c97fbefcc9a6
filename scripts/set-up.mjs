import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '..')
const STAMP = path.join(ROOT, 'build/.stamp')
const SOURCES = ['app', 'edge', 'locales', 'public', 'scripts', 'server.ts', 'e2e/consoles', 'tests/support/files.ts']
const SETTINGS = ['package-lock.json', 'react-router.config.ts', 'vite.config.ts', 'tsconfig.json']

export function say(line) {
  process.stdout.write(`${line}\n`)
}

/** As `engines` in package.json, which is what Vite, Rolldown and oxlint ask for. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22) return
  process.stderr.write(`Gatehouse needs Node 20.19, or 22.12 or newer; this is ${process.versions.node}\n`)
  process.exit(1)
}

/** Installs exactly what the lockfile names, unless node_modules already has it. */
export function ensureDependencies() {
  checkNode()
  if (hasDependencies()) return
  if (fs.lstatSync(path.join(ROOT, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    process.stderr.write('node_modules is a link, and npm would empty the folder that it leads to: install there\n')
    process.exit(1)
  }
  say('Installing dependencies …')
  const [command, ...first] = npm()
  // Whatever the environment omits: the build needs the development dependencies.
  must(command, [...first, 'ci', '--include=dev', '--no-audit', '--no-fund'])
}

/** Runs npm by its script when npm runs us: on Windows the program itself needs a shell. */
function npm() {
  const { npm_execpath: script = '' } = process.env
  return script.endsWith('npm-cli.js') ? [process.execPath, script] : ['npm']
}

function hasDependencies() {
  const installed = readPackages('node_modules/.package-lock.json')
  const wanted = readPackages('package-lock.json')
  if (!installed || !wanted) return false
  return Object.entries(wanted).every(([name, { version, optional }]) =>
    name === '' || optional ? true : installed[name]?.version === version,
  )
}

function readPackages(file) {
  try {
    return JSON.parse(fs.readFileSync(path.join(ROOT, file), 'utf8')).packages
  } catch {
    return null
  }
}

/** Builds, unless the build was made from exactly the present files. */
export function ensureBuild() {
  const hash = hashOfSources()
  if (fs.existsSync(STAMP) && fs.readFileSync(STAMP, 'utf8') === hash) return
  say('Building …')
  must(process.execPath, ['scripts/build.mjs'])
}

export function stampBuild() {
  fs.writeFileSync(STAMP, hashOfSources())
}

function hashOfSources() {
  const hash = createHash('sha256').update(process.versions.node)
  for (const file of [...SOURCES, ...SETTINGS].flatMap(filesUnder).toSorted())
    hash.update(file).update('\0').update(fs.readFileSync(file))
  return hash.digest('hex')
}

function filesUnder(name) {
  const full = path.join(ROOT, name)
  const stats = fs.statSync(full, { throwIfNoEntry: false })
  if (!stats) return []
  if (stats.isFile()) return [full]
  return fs
    .readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}

/** Runs a command with our terminal until it ends; returns its exit code. */
export function run(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
  if (error) process.stderr.write(`${command}: ${error.message}\n`)
  return status ?? 1
}

/** A dependency's warning about its own settings. */
const NOT_OURS = /The `envFile` option is deprecated/

/** Runs a command until it ends and shows only its warnings, or all output if it failed. Returns the exit code. */
export function runQuietly(command, args, env = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, ...env },
  })
  if (error) process.stderr.write(`${command}: ${error.message}\n`)
  if (status === 0) {
    const warnings = stderr.split('\n').filter((line) => line.trim() && !NOT_OURS.test(line))
    process.stderr.write(warnings.map((line) => `${line}\n`).join(''))
  } else process.stdout.write(`${stdout ?? ''}${stderr ?? ''}`)
  return status ?? 1
}

export function must(command, args, env) {
  const status = run(command, args, env)
  if (status !== 0) process.exit(status)
}

/** Programs whose package has another name. */
const PACKAGES = { 'react-router': '@react-router/dev', tsc: 'typescript', playwright: '@playwright/test' }

/** The script of a dependency's program, to run with Node: on Windows the entries in `.bin` need a shell. */
export function bin(name) {
  const folder = path.join(ROOT, 'node_modules', PACKAGES[name] ?? name)
  const { bin: scripts } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return path.join(folder, typeof scripts === 'string' ? scripts : scripts[name])
}

/**
 * How a built entry is run. Young objects have half of what Node gives them: 19 MB less, and no page is slower. The last flag is as newer
 * V8 has it by itself: compiling half of the embedded database again at each start costs more than it brings.
 */
export const nodeFlags = (heapMb = '768') => [
  `--max-old-space-size=${heapMb}`,
  '--max-semi-space-size=8',
  '--wasm-tiering-budget=13000000',
]

/** Where Node caches compiled code between starts; versions before 22 ignore it. */
const COMPILED = { NODE_COMPILE_CACHE: path.join(ROOT, 'build/.compiled') }

const STARTED_BY = process.ppid

/** The shell in which npm starts us gets the stop signal instead of us, and ends without us. */
export function whenNpmEnds(stop) {
  if (!process.env.npm_lifecycle_event) return
  const watch = setInterval(() => {
    if (process.ppid === STARTED_BY) return
    clearInterval(watch)
    stop()
  }, 100)
  watch.unref()
}

/** Runs a built entry with our terminal and signals until it ends, and exits with its code. */
export function become(entry, args, env) {
  const child = spawn(
    process.execPath,
    [...nodeFlags(process.env.HEAP_MB), path.join(ROOT, 'build/server', `${entry}.js`), ...args],
    {
      stdio: 'inherit',
      env: { NODE_ENV: 'production', ...COMPILED, ...process.env, ...env },
    },
  )
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  whenNpmEnds(() => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
