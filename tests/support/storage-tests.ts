import fs from 'node:fs'
import { importsOf, sourcesUnder } from './imports'

/** What opens the database that TEST_DATABASE_URL names. */
const STORAGE = ['tests/support/database.ts', 'tests/support/postgres.ts']

/** What else is not the same on every version of Node. */
const ON_NODE = /^tests\/(edge|server)\//

/**
 * What is the same on every storage: what a page shows and holds, which views hold what, how names are found, what the
 * server says to bytes that no browser sends, and how it is asked for figures. That each page is answered there, the
 * access matrix says; the other routes are plans, lists as files, and forms and files that come at once.
 */
const ON_ANY_STORAGE = [
  /^tests\/routes\/(?!(access-matrix|lists\/query-plans|exports\/(exports|csv-bytes)|forms\/(double-submit|idempotent-forms)|documents\/uploads)\.test\.ts$)/,
  /^tests\/demo\//,
  /^tests\/domain\/names\/(name-pairs|names)\.test\.ts$/,
  /^tests\/domain\/verifications\/(second-person\/second-person-views|queue\/verification-views|comparison\/comparison)\.test\.ts$/,
  /^tests\/server\/(hostile-input|metrics|proxy)\.test\.ts$/,
]

/**
 * The test files worth running on another storage and another Node: those for PostgreSQL alone, those that reach a database, themselves or by what they
 * import, and those of the server around the console.
 */
export function storageTests(): string[] {
  return sourcesUnder('tests').filter(
    (file) =>
      /\.test\.tsx?$/.test(file) &&
      !ON_ANY_STORAGE.some((same) => same.test(file)) &&
      (ON_NODE.test(file) || file.endsWith('.postgres.test.ts') || reachesStorage(file, new Set())),
  )
}

function reachesStorage(file: string, seen: Set<string>): boolean {
  if (STORAGE.includes(file)) return true
  if (seen.has(file)) return false
  seen.add(file)
  return importsOf(file)
    .filter(({ to, isType }) => to.startsWith('tests/') && !isType)
    .some(({ to }) => [to, `${to}.ts`, `${to}.tsx`].some((name) => isFile(name) && reachesStorage(name, seen)))
}

const isFile = (name: string) => fs.statSync(name, { throwIfNoEntry: false })?.isFile() ?? false
