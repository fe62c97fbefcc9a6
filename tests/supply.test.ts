import fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readEnv } from '../app/env.server'

type Entry = { version?: string; integrity?: string; optional?: boolean; dev?: boolean; os?: string[]; cpu?: string[] }
const lock = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> }
const packages = Object.entries(lock.packages).filter(([place]) => place !== '')
const dockerfile = fs.readFileSync('Dockerfile', 'utf8')
const compose = fs.readFileSync('compose.yaml', 'utf8')
const running = fs.readFileSync('docs/running.md', 'utf8')
const workflow = fs.readFileSync('.github/workflows/ci.yml', 'utf8')

type Service = {
  image?: string
  build?: string
  command?: string[]
  environment?: Record<string, string>
  configs?: { source: string; target: string }[]
  healthcheck?: { test: string[] }
  read_only?: boolean
  pids_limit?: number
  stop_grace_period?: string
}
type Composed = { services: Record<string, Service>; configs: Record<string, { file?: string }> }
const { services, configs } = parse(compose, { merge: true }) as Composed
const mounted = (name: string) => fs.readFileSync(configs[name]?.file ?? `no file for ${name}`, 'utf8')
/** The Docker commands in `text`, without what surrounds them. */
const told = (text: string) => text.match(/(?<=^(?:#| |`)*)docker (compose|tag) .*?(?=`|$)/gm) ?? []

describe('packages', () => {
  it('have an integrity hash, except development binaries of other systems', () => {
    const without = packages.filter(([, entry]) => entry.integrity === undefined)
    expect(without.filter(([, entry]) => !entry.optional || !entry.dev)).toEqual([])
    for (const [place] of without)
      expect(place).toMatch(/^node_modules\/@(oxlint\/binding|oxc-(parser|resolver)\/binding|tailwindcss\/oxide)-/)
    expect(without.map(([place]) => place).filter((place) => /linux-(x64|arm64)-gnu$/.test(place))).toEqual([])
  })

  it('have an exact version', () => {
    const { dependencies, devDependencies } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as Record<
      string,
      Record<string, string>
    >
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(([, v]) => !/^\d+\.\d+\.\d+$/.test(v))
    expect(loose).toEqual([])
  })

  it.each([
    ['react-router', 7, 18, 5],
    ['@react-router/node', 7, 18, 5],
    ['@react-router/dev', 7, 18, 4],
  ])('%s is at least %i.%i.%i', (name, ...floor) => {
    const versions = packages
      .filter(([place]) => place.endsWith(`node_modules/${name}`))
      .map(([, { version }]) => version)
    expect(versions.length).toBeGreaterThan(0)
    for (const version of versions) {
      const [major = 0, minor = 0, patch = 0] = (version ?? '').split('.').map(Number)
      expect(
        (major - (floor[0] ?? 0)) * 1e6 + (minor - (floor[1] ?? 0)) * 1e3 + patch - (floor[2] ?? 0),
      ).toBeGreaterThanOrEqual(0)
    }
  })
})

describe('the image', () => {
  it('is built on an exact version of Node 24, and every other image has an exact version too', () => {
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm), ...compose.matchAll(/^ +image: (\S+)/gm)].map(
      ([, name]) => name,
    )
    const foreign = images.filter((name) => name !== 'base' && name !== 'gatehouse')
    expect(foreign.length).toBe(3)
    for (const name of foreign) expect(name).toMatch(/:\d+\.\d+(\.\d+)?(-[a-z]+)*(@sha256:[0-9a-f]{64})?$/)
    expect(foreign.find((name) => name?.startsWith('node:'))).toMatch(/^node:24\./)
  })

  it('runs as an ordinary user, with production packages only and without their scripts', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
    expect(last).toMatch(/^USER node$/m)
    expect(last).not.toMatch(/COPY \. /)
    expect(dockerfile).toContain('npm ci --omit=dev --ignore-scripts')
    expect(last).not.toMatch(/(SECRET|TOKEN|PASSWORD)/)
    expect(fs.readFileSync('vite.config.ts', 'utf8')).toContain('sourcemap: false')
    expect(fs.readFileSync('.dockerignore', 'utf8')).toMatch(/^\.git$/m)
  })

  it('has at least 16 threads, so that names can be looked up for all its neighbours at once', () => {
    const [, threads] = /\bUV_THREADPOOL_SIZE=(\d+)/.exec(dockerfile) ?? []
    expect(Number(threads)).toBeGreaterThanOrEqual(16)
  })

  it('has limits for memory, processes and rights, and a database with two roles', () => {
    const limits = [
      'mem_limit',
      'pids_limit',
      'cpus',
      'cap_drop: [ALL]',
      'no-new-privileges:true',
      'max-size',
      'max-file',
    ]
    for (const limit of limits) expect(compose.slice(0, compose.indexOf('x-console'))).toContain(limit)
    for (const service of Object.values(services))
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], cpus: 2 })
    const { postgres, ...others } = services
    for (const service of Object.values(others)) expect(service.pids_limit).toBe(400)
    // Each database connection is a process.
    expect(postgres?.pids_limit).toBe(1000)
    expect(mounted('roles')).toMatch(/CREATE ROLE console LOGIN NOSUPERUSER/)
    expect(mounted('roles')).toMatch(/CREATE ROLE gatehouse LOGIN NOSUPERUSER/)
    expect(compose).not.toContain('POSTGRES_USER')
  })

  it('is built for one service only, because services that build it at once take its name from each other', () =>
    expect(Object.keys(services).filter((name) => services[name]?.build !== undefined)).toEqual(['migrate']))

  it('must be ready, database and migrations included, before the next console is replaced', () => {
    for (const name of ['console-1', 'console-2']) {
      const asked = services[name]?.healthcheck?.test.join(' ')
      expect(asked).toContain("process.env.PORT + '/readyz')")
    }
  })

  it('has a grace period for all that a stop may wait for', () => {
    const [, longestDelay] =
      /STOP_DELAY_SECONDS: integer\(undefined, 0, (\d+)\)/.exec(fs.readFileSync('app/env.server.ts', 'utf8')) ?? []
    const [, inFlightMs] = /IN_FLIGHT_LIMIT_MS = ([\d_]+)/.exec(fs.readFileSync('edge/stop.ts', 'utf8')) ?? []
    // For requests in flight, a gateway that hangs, the last anchor and the error tracker.
    const afterDelay = Number(inFlightMs?.replaceAll('_', '')) / 1000 + 10 + 5 + 2
    for (const name of ['console-1', 'console-2'])
      expect(Number.parseInt(services[name]?.stop_grace_period ?? '')).toBeGreaterThanOrEqual(
        Number(longestDelay) + afterDelay,
      )
  })
})

describe('the files that compose mounts', () => {
  it('exist and are mounted as files, because the containers are read-only', () => {
    const named = Object.values(services).flatMap((service) => service.configs ?? [])
    expect(named.map(({ source }) => source).toSorted()).toEqual(Object.keys(configs).toSorted())
    for (const config of Object.values(configs)) {
      expect(Object.keys(config)).toEqual(['file'])
      expect(fs.existsSync(config.file ?? '')).toBe(true)
    }
  })

  it('take what varies from the environment of their container', () => {
    const caddyfile = [...mounted('caddyfile').matchAll(/\{\$([A-Z_]+)\}/g)].map(([, name = '']) => name)
    expect(new Set(caddyfile)).toEqual(new Set(Object.keys(services.proxy?.environment ?? {})))
    expect(mounted('caddyfile')).not.toContain('${')
    const roles = [...mounted('roles').matchAll(/\$([A-Z_]+)/g)].map(([, name = '']) => name)
    expect(roles.toSorted()).toEqual(['CONSOLE_PASSWORD', 'OWNER_PASSWORD'])
    expect(Object.keys(services.postgres?.environment ?? {})).toEqual(expect.arrayContaining(roles))
    expect(mounted('roles')).not.toContain('$$')
  })
})

describe('settings', () => {
  const example = fs.readFileSync('.env.example', 'utf8')

  it('have no remark behind a value, which would become part of it', () =>
    expect(example.match(/^#? ?[A-Z0-9_]+=.*(#|\().*$/gm)).toBe(null))

  it('put no password into an address', () => {
    expect(compose).not.toMatch(/:\/\/\S*\$\{/)
    expect(example).toContain('openssl rand -hex')
  })

  it('set how many connections PostgreSQL takes', () => {
    expect(services.postgres?.command).toEqual(['postgres', '-c', 'max_connections=${MAX_CONNECTIONS:-100}'])
    expect(example).toMatch(/^# MAX_CONNECTIONS=\d+$/m)
    expect(running).toContain('`MAX_CONNECTIONS`')
  })
})

describe('the commands of the image', () => {
  const command = /node build\/server\/([a-z-]+)\.js/g
  const named = (text: string) => new Set([...text.matchAll(command)].map(([, name = '']) => name))

  it('are documented for the image, which has no npm run', () => {
    expect(named(fs.readFileSync('docs/running.md', 'utf8'))).toEqual(
      new Set(['staff', 'audit', 'retention', 'backup', 'restore']),
    )
  })

  it('are built into it', () => {
    const [, list = ''] = /COMMANDS = \[([^\]]+)\]/.exec(fs.readFileSync('vite.config.ts', 'utf8')) ?? []
    const texts = ['README.md', 'docs/running.md', 'docs/decisions/0018-neighbours.md'].map((file) =>
      fs.readFileSync(file, 'utf8'),
    )
    for (const name of [...texts, compose].flatMap((text) => [...named(text)])) {
      expect(list).toContain(`'${name}'`)
      expect(fs.existsSync(`scripts/${name}.ts`)).toBe(true)
    }
  })
})

describe('a new release', () => {
  const release = [
    'docker tag gatehouse gatehouse:before',
    'docker compose build',
    'docker compose run --rm --no-deps migrate',
    'docker compose up --detach --no-deps --wait console-1',
    'docker compose up --detach --no-deps --wait console-2',
  ]
  const proxy = 'docker compose up --detach --no-deps --force-recreate proxy'
  const database = 'docker compose up --detach --no-deps --wait postgres'
  // In the reverse order: first the former rules of the proxy.
  const back = [proxy, 'docker tag gatehouse:before gatehouse', ...release.slice(3)]
  const indexIn = (lines: string[], sought: string[]) =>
    lines.findIndex((_, index) => sought.every((line, place) => lines[index + place] === line))

  it.each([
    ['docs/running.md', running],
    ['compose.yaml', compose],
    ['.github/workflows/ci.yml', workflow],
  ])('is migrated to while the old one serves, then one console after the other: %s', (_, text) =>
    expect(indexIn(told(text), release)).toBeGreaterThanOrEqual(0),
  )

  it.each([
    ['docs/running.md', running],
    ['.github/workflows/ci.yml', workflow],
  ])(
    'can be taken back to the former rules and image, and proxy and database are replaced on their own: %s',
    (_, text) => {
      expect(indexIn(told(text), back)).toBeGreaterThanOrEqual(0)
      for (const line of [proxy, database]) expect(text).toContain(line)
    },
  )
})

describe('the copy of the list of erased people', () => {
  it.each(['docs/running.md', 'docs/decisions/0029-a-backup-is-one-file.md'])(
    'has a name for each night, because the file begins anew with its volume: %s',
    (file) =>
      expect(fs.readFileSync(file, 'utf8')).toMatch(
        /docker compose cp console-1:\/data\/erased\.jsonl \S*\/erased-\$\(date -I\)\.jsonl/,
      ),
  )
})

describe('the proxy', () => {
  const caddyfile = () => mounted('caddyfile')

  it('asks whether a console stops, not whether its database is there', () => {
    expect(caddyfile()).toMatch(/^\s+health_uri \/readyz\?exclude=database$/m)
    expect(caddyfile()).toMatch(/^\s+lb_try_duration \d+s$/m)
  })

  it('closes idle connections before the console does', () => {
    const [, seconds] = /^\s+keepalive (\d+)s$/m.exec(caddyfile()) ?? []
    const [, ms = ''] = /KEEP_ALIVE_MS = ([\d_]+)/.exec(fs.readFileSync('edge/listen.ts', 'utf8')) ?? []
    expect(Number(seconds) * 1000).toBeGreaterThan(0)
    expect(Number(seconds) * 1000).toBeLessThan(Number(ms.replaceAll('_', '')))
  })

  it('reaches the consoles on the port that they are given', () => {
    expect(caddyfile()).toContain('reverse_proxy console-1:{$PORT} console-2:{$PORT} {')
    for (const name of ['proxy', 'console-1', 'console-2'])
      expect(services[name]?.environment?.PORT).toBe('${PORT:-3000}')
  })

  it('keeps a browser with the console that gave its page for a while, and then balances again', () =>
    expect(caddyfile()).toMatch(/^\s+lb_policy cookie console \{\n\s+fallback least_conn\n\s+max_age \d+h\n\s+\}$/m))
})

describe('the repository', () => {
  it('is told of newer versions of packages, images and actions', () => {
    const told = fs.readFileSync('.github/dependabot.yml', 'utf8').match(/(?<=package-ecosystem: )\S+/g)
    expect(told?.toSorted()).toEqual(['docker', 'docker-compose', 'github-actions', 'npm'])
  })

  it('has the license named in package.json, which grants nothing yet', () => {
    expect((JSON.parse(fs.readFileSync('package.json', 'utf8')) as { license: string }).license).toBe('UNLICENSED')
    expect(fs.readFileSync('LICENSE', 'utf8')).toContain('All rights reserved')
  })

  it('is checked in CI on the oldest Node, with actions pinned to a commit', () => {
    const { engines } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { engines: { node: string } }
    const [major, minor] = engines.node.replace('^', '').split('.')
    expect(workflow).toMatch(/run: .*\.ci\/run$/m)
    expect(workflow).toContain(`node-version: ${major}.${minor}.x`)
    const actions = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action]) => action)
    expect(actions.length).toBeGreaterThan(0)
    for (const action of actions) expect(action).toMatch(/@[0-9a-f]{40}$/)
  })

  it('is started by compose in CI, with settings that a console accepts', () => {
    const made = [...workflow.matchAll(/^ +([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value.startsWith('$(') ? 'd2hhdCBpcyByYW5kb20gaGFzIG1hbnkgc2lnbnM' : value,
    ])
    const example = fs.readFileSync('.env.example', 'utf8').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)
    const set = Object.fromEntries([...[...example].map(([, name, value]) => [name, value]), ...made])
    expect(readEnv(set)).toMatchObject({ isProduction: true, publicOrigin: 'https://localhost' })
    expect(workflow).toContain('docker compose up --build --wait')
  })
})
