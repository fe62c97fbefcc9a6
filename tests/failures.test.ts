import { expect, it } from 'vitest'
import { failedJourneys, failedTests } from '../scripts/failures.mjs'

it('a failed journey is reported with its place, its browser and its cause', () => {
  const error = { message: '\u001B[31mfetch failed\u001B[39m', cause: { message: 'ECONNREFUSED', cause: undefined } }
  const failed = { file: 'desk.spec.ts', line: 7, title: 'decides', ok: false }
  const spec = { ...failed, tests: [{ projectName: 'script', results: [{}, { error }] }] }
  const suites = [{ specs: [{ ...spec, ok: true }], suites: [{ specs: [spec] }] }]
  expect(failedJourneys(suites)).toEqual(['desk.spec.ts:7 [script] decides: fetch failed\n  because ECONNREFUSED'])
  expect(failedJourneys(undefined)).toEqual([])
})

it('a failed test is reported with its file and reason, and a file that cannot be read with its own message', () => {
  const passed = { status: 'passed', fullName: 'holds', failureMessages: [] }
  const failed = { status: 'failed', fullName: 'breaks', failureMessages: ['expected 1\nto be 2'] }
  const name = `${process.cwd()}/tests/some.test.ts`
  const suites = [
    { status: 'failed', name, message: '', assertionResults: [passed, failed] },
    { status: 'failed', name, message: 'no such module', assertionResults: [] },
    { status: 'passed', name, message: '', assertionResults: [passed] },
  ]
  expect(failedTests({ testResults: suites })).toEqual([
    'tests/some.test.ts › breaks: expected 1\n  to be 2',
    'tests/some.test.ts: no such module',
  ])
})
