import fs from 'node:fs'
import { importsOf, sourcesUnder } from './imports'

/** The files that open the database named by TEST_DATABASE_URL. */
const STORAGE = ['tests/support/database.ts', 'tests/support/postgres.ts']

/** Other tests whose results may depend on the version of Node. */
const ON_NODE = /^tests\/(edge|server)\//

/**
 * Tests with the same result on every storage: the content of pages and views, the search for names, answers to bytes that
 * no browser sends, and metrics. The access matrix still proves there that each page is answered; the other routes tested
 * there are query plans, exports, and forms and files that arrive at the same time.
 */
const ON_ANY_STORAGE = [
  /^tests\/routes\/(?!(access-matrix|lists\/query-plans|exports\/(exports|csv-bytes)|forms\/(double-submit|idempotent-forms)|documents\/uploads)\.test\.ts$)/,
  /^tests\/demo\//,
  /^tests\/domain\/names\/(name-pairs|names)\.test\.ts$/,
  /^tests\/domain\/verifications\/(second-person\/second-person-views|queue\/verification-views|comparison\/comparison)\.test\.ts$/,
  /^tests\/server\/(hostile-input|metrics|proxy)\.test\.ts$/,
]

/**
 * The test files worth running on another storage and another Node: those for PostgreSQL only, those that reach a database
 * directly or through their imports, and those of the server around the console.
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
