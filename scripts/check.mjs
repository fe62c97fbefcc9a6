import { bin, ensureDependencies, run, runQuietly, say } from './set-up.mjs'

ensureDependencies()
const STEPS = [
  ['lockfile', process.execPath, ['scripts/lockfile.mjs', '--check']],
  ['routes', bin('react-router'), ['typegen'], runQuietly],
  ['types', bin('tsc'), ['--noEmit', '--incremental', '--tsBuildInfoFile', '.cache/types.json']],
  ['lint', bin('oxlint'), ['--deny-warnings']],
  ['nothing unused', bin('knip'), ['--no-progress']],
  ['format', bin('prettier'), ['--check', '--log-level', 'warn', '.']],
  ['import rules and locales', bin('vitest'), ['run', 'tests/import-rules.test.ts', 'tests/locales.test.ts']],
]
const failed = STEPS.filter(([name, command, args, how = run]) => {
  say(`— ${name}`)
  return how(command, args) !== 0
})
say(failed.length === 0 ? 'Everything is in order' : `Not in order: ${failed.map(([name]) => name).join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)
