import fs from 'node:fs'
import path from 'node:path'
import { findChromium, findHeadlessShell } from './chromium.mjs'
import { findEngines } from './engines.mjs'
import { failedJourneys, failedTests } from './failures.mjs'
import { testFolder } from './memory-folder.mjs'
import { bin, ensureBuild, ensureDependencies, ROOT, run, say } from './set-up.mjs'

process.chdir(ROOT)
ensureDependencies()
const reports = fs.mkdtempSync(path.join(testFolder(), 'gatehouse-'))
// Databases started by tests may run as another user.
process.env.TMPDIR = path.join(reports, 'tmp')
fs.mkdirSync(process.env.TMPDIR)
for (const folder of [reports, process.env.TMPDIR]) fs.chmodSync(folder, 0o1777)
process.on('exit', () => fs.rmSync(reports, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
// Seeded by the first test that needs it; see scripts/probe/demo-data.ts.
process.env.DEMO_DATA = path.join(reports, 'demo')
// Kept between runs, keyed by the files' content.
process.env.PLAYWRIGHT_TRANSFORM_CACHE_DIR ??= path.resolve('.cache/playwright')
const total = { passed: 0, failed: 0 }
const failures = []
const isCi = Boolean(process.env.CI)

ensureBuild()
say('— rules, actions and pages')
add(await vitest())
if (!process.argv.includes('--no-browser')) {
  const chromium = await findChromium()
  if (chromium === null) say('No Chromium could be found or installed: the browser journeys count as failed')
  const engines = findEngines(chromium)
  say(`— lists and the main job in ${engines.names.join(', ') || 'no browser'}`)
  if (chromium === null) add({ passed: 0, failed: 1 })
  else say('— browser journeys, with scripts and without')
  const which = chromium === null ? ['--project=script', 'e2e/engines'] : []
  add(
    playwright(which, {
      CHROMIUM: findHeadlessShell() ?? chromium ?? '',
      ENGINE_CHROMIUM: chromium ?? '',
      ...engines.variables,
    }),
  )
  for (const name of engines.missing) {
    say(`not run: ${name} could be neither found nor installed${isCi ? '; counts as failed' : ''}`)
    if (isCi) add({ passed: 0, failed: 1 })
  }
}
for (const failure of failures) say(`FAILED ${failure}`)
say(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)

async function vitest() {
  const file = path.join(reports, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const status = run(process.execPath, [bin('vitest'), ...args])
  const report = read(file)
  failures.push(...failedTests(report))
  // A file that cannot be loaded has no tests that could fail: count the suite itself.
  const unloaded = report?.testResults.filter(
    (suite) => suite.status === 'failed' && suite.assertionResults.length === 0,
  )
  return count(status, report?.numPassedTests, report && report.numFailedTests + unloaded.length)
}

function playwright(which, variables) {
  const file = path.join(reports, 'journeys.json')
  const args = ['test', ...which, '--reporter=list,json']
  const status = run(process.execPath, [bin('playwright'), ...args], {
    ...variables,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  const report = read(file)
  failures.push(...failedJourneys(report?.suites))
  const stats = report?.stats
  return count(status, stats?.expected, stats && stats.unexpected + stats.flaky)
}

/** A run that exits with an error but no failed test counts as one failure. */
function count(status, passed = 0, failed = 0) {
  return { passed, failed: status !== 0 && failed === 0 ? 1 : failed }
}

function add({ passed, failed }) {
  total.passed += passed
  total.failed += failed
}

function read(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
