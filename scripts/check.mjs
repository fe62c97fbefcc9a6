import { spawn } from 'node:child_process'
import { bin, ensureDependencies, ROOT, say } from './set-up.mjs'

ensureDependencies()
/** The name of each step, the script that Node runs, and its arguments. */
const FIRST = [
  ['lockfile', 'scripts/lockfile.mjs', ['--check']],
  // The types of the routes, which types and lint read.
  ['routes', bin('react-router'), ['typegen']],
]
/** Type checking takes as long as everything else together, and one core. */
const LANES = [
  [['types', bin('tsc'), ['--noEmit', '--incremental', '--tsBuildInfoFile', '.cache/types.json']]],
  [
    ['lint', bin('oxlint'), ['--deny-warnings']],
    ['nothing unused', bin('knip'), ['--no-progress']],
    ['format', bin('prettier'), ['--check', '--log-level', 'warn', '.']],
    // Part of `npm test` too, which may follow.
    ...(process.argv.includes('--before-tests')
      ? []
      : [['import rules and locales', bin('vitest'), ['run', 'tests/import-rules.test.ts', 'tests/locales.test.ts']]]),
  ],
]
const failed = [...(await failedOf(FIRST)), ...(await Promise.all(LANES.map(failedOf))).flat()]
say(failed.length === 0 ? 'Everything is in order' : `Not in order: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)

async function failedOf(lane) {
  const names = []
  for (const [name, script, args] of lane) if (!(await isInOrder(name, script, args))) names.push(name)
  return names
}

/** Runs a step; prints its output in one piece when it has ended, and only if it failed. */
function isInOrder(name, script, args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
    const printed = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => printed.push(part))
    child.on('error', (error) => printed.push(String(error)))
    child.on('close', (status) => {
      say(`— ${name}`)
      if (status !== 0) say(Buffer.concat(printed.map((part) => Buffer.from(part))).toString())
      resolve(status === 0)
    })
  })
}
