import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { NODE_ARGUMENTS } from '../../scripts/probe/server-process'
import { testFolder } from '../support/folders'

function runScript(script: string, variables: Record<string, string> = {}, cwd = process.cwd()) {
  const args = ['--input-type=module', '--eval', script]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8', env: variables })
  return { stdout, stderr, status }
}

describe('Node', () => {
  const tryOn = (version: string) =>
    runScript(`Object.defineProperty(process, 'versions', { value: { node: '${version}' } })
      const { checkNode } = await import('./scripts/set-up.mjs')
      checkNode()`)

  it.each(['20.19.0', '22.12.0', '24.0.0'])('%s is accepted', (version) =>
    expect(tryOn(version)).toEqual({ stdout: '', stderr: '', status: 0 }),
  )

  it.each(['18.20.0', '20.18.3', '21.7.3', '22.11.0'])('%s is refused with the versions that are needed', (version) =>
    expect(tryOn(version)).toMatchObject({
      stderr: `Gatehouse needs Node 20.19, or 22.12 or newer; this is ${version}\n`,
      status: 1,
    }),
  )

  it('has the same versions in package.json, its lock file and the README', () => {
    const { engines } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { engines: { node: string } }
    const lock = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')) as {
      packages: { '': { engines: { node: string } } }
    }
    expect([engines.node, lock.packages[''].engines.node]).toEqual(Array(2).fill('^20.19.0 || >=22.12.0'))
    expect(fs.readFileSync('README.md', 'utf8')).toContain('Node 20.19, or 22.12 or newer, is all they need')
  })
})

it('build dependencies are installed even with NODE_ENV=production, by the npm that runs the script', () => {
  const folder = testFolder()
  fs.mkdirSync(path.join(folder, 'scripts'))
  fs.copyFileSync('scripts/set-up.mjs', path.join(folder, 'scripts/set-up.mjs'))
  const npm = path.join(folder, 'npm-cli.js')
  fs.writeFileSync(npm, 'console.log(process.argv.slice(2).join(" "))')
  const environment = { PATH: '', NODE_ENV: 'production', npm_config_omit: 'dev', npm_execpath: npm }
  const install = "const { ensureDependencies } = await import('./scripts/set-up.mjs'); ensureDependencies()"
  const { stdout, status } = runScript(install, environment, folder)
  expect(stdout).toContain('ci --include=dev')
  expect(status).toBe(0)
})

it('a process that npm started stops when npm is told to, even with a shell between them', async () => {
  const folder = testFolder()
  const files = {
    'package.json': JSON.stringify({ scripts: { start: 'node start.mjs' } }),
    'start.mjs': "import { become } from './scripts/set-up.mjs'\nbecome('server', [], {})",
    'scripts/set-up.mjs': fs.readFileSync('scripts/set-up.mjs', 'utf8'),
    'build/server/server.js': `process.on('SIGTERM', () => console.log('stopped') ?? process.exit())
      setInterval(() => {}, 1000)
      console.log('started')`,
  }
  for (const [file, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    fs.writeFileSync(path.join(folder, file), content)
  }
  const npm = spawn('npm', ['start', '--silent'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  onTestFinished(() => void spawnSync('kill', ['-KILL', '--', `-${npm.pid}`]))
  npm.stdout.once('data', () => npm.kill('SIGTERM'))
  expect(await text(npm.stdout)).toBe('started\nstopped\n')
})

it('the measurements and the container use the Node flags of `npm start`', () => {
  const { stdout } = runScript(`const { nodeFlags } = await import('./scripts/set-up.mjs')
    console.log(JSON.stringify([nodeFlags(), nodeFlags('512')]))`)
  const [own, inContainer] = JSON.parse(stdout) as string[][]
  expect(NODE_ARGUMENTS).toEqual(own)
  // The last flag is the default of the V8 in the container.
  const flags = inContainer?.slice(0, 2) ?? []
  const dockerfile = fs.readFileSync('Dockerfile', 'utf8')
  expect(dockerfile).toContain(`RUN node ${flags.join(' ')} `)
  expect(dockerfile).toContain(
    `CMD ${JSON.stringify(['node', ...flags, 'build/server/server.js']).replaceAll(',', ', ')}`,
  )
})

it('the programs of dependencies are found as scripts that Node runs', () => {
  const names = ['react-router', 'tsc', 'oxlint', 'knip', 'prettier', 'vitest', 'playwright']
  const { stdout } = runScript(`const { bin } = await import('./scripts/set-up.mjs')
    console.log(JSON.stringify(${JSON.stringify(names)}.map(bin)))`)
  for (const script of JSON.parse(stdout) as string[]) {
    expect(script).not.toContain('.bin')
    expect(fs.readFileSync(script, 'utf8')).toMatch(/^#!\/usr\/bin\/env node/)
  }
})
