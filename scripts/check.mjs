import { bin, ensureDependencies, run, say } from './set-up.mjs'

ensureDependencies()
const STEPS = [
  ['routes', 'react-router', ['typegen']],
  ['types', 'tsc', ['--noEmit', '--incremental', '--tsBuildInfoFile', '.cache/types.json']],
  ['lint', 'oxlint', ['--deny-warnings']],
  ['format', 'prettier', ['--check', '--log-level', 'warn', '.']],
  ['walls and locales', 'vitest', ['run', 'tests/walls.test.ts', 'tests/locales.test.ts']],
]
const failed = STEPS.filter(([name, command, args]) => {
  say(`— ${name}`)
  return run(bin(command), args) !== 0
})
run(process.execPath, ['scripts/lockfile.mjs', '--check']) === 0 || failed.push(['lockfile'])
say(failed.length === 0 ? 'Everything is in order' : `Not in order: ${failed.map(([name]) => name).join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)
