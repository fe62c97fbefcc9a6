import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ROOT } from './set-up.mjs'

/** The failures in a Vitest report: file, test and the first lines of the reason. */
export function failedTests(report) {
  return (report?.testResults ?? []).flatMap((suite) => {
    const name = path.relative(ROOT, suite.name)
    const failed = suite.assertionResults.filter((test) => test.status === 'failed')
    if (suite.status === 'failed' && failed.length === 0) return [`${name}: ${firstLines(suite.message)}`]
    return failed.map((test) => `${name} › ${test.fullName}: ${firstLines(test.failureMessages[0])}`)
  })
}

/** The failures in the suites of a Playwright report, with their causes. */
export function failedJourneys(suites = []) {
  return suites.flatMap((suite) => [
    ...failedJourneys(suite.suites),
    ...(suite.specs ?? [])
      .filter((spec) => !spec.ok)
      .map((spec) => {
        const results = spec.tests.flatMap((test) => test.results)
        const error = results.find((result) => result.error)?.error
        return `${spec.file}:${spec.line} [${spec.tests[0]?.projectName}] ${spec.title}: ${withCauses(error)}`
      }),
  ])
}

function withCauses(error) {
  return [firstLines(error?.message), ...(error?.cause ? [withCauses(error.cause)] : [])].join('\n  because ')
}

function firstLines(text = 'no message') {
  const plain = stripVTControlCharacters(text)
  return plain.split('\n').slice(0, 8).join('\n  ')
}
