import { configDefaults, defineConfig } from 'vitest/config'
import { storageTests } from './tests/support/storage-tests'

/** What only a server has, such as roles and connections that are cut. */
const ON_POSTGRES_ALONE = 'tests/**/*.postgres.test.ts'

const isOnPostgres = Boolean(process.env.TEST_DATABASE_URL)

export default defineConfig({
  test: {
    // On PostgreSQL only what could differ there: the rest would say the same again.
    include: isOnPostgres ? storageTests() : ['tests/**/*.test.{ts,tsx}'],
    exclude: isOnPostgres ? configDefaults.exclude : [...configDefaults.exclude, ON_POSTGRES_ALONE],
    globalSetup: 'tests/support/global-setup.ts',
    // The style sheet has an address, as in a build.
    css: { include: /app\.css/ },
    pool: 'forks',
    // One more than two cores have: some of the tests wait. Where everything is checked, PostgreSQL's run beside them has the rest.
    maxWorkers: process.env.CI ? 2 : 3,
    isolate: false,
    // For what hangs: a loaded machine takes ten times as long as an idle one.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // `npm run coverage`: which of the domain's lines its own tests reach. Routes are tested through it, so it is reached by more.
    coverage: {
      include: ['app/domain/**'],
      reporter: ['text-summary', 'html'],
      reportsDirectory: '.cache/coverage',
      thresholds: { statements: 77, branches: 70, functions: 78, lines: 80 },
    },
    // Names that no server knows are asked for: not for long where no server answers.
    env: { NODE_ENV: 'test', TZ: 'UTC', RES_OPTIONS: 'timeout:1 attempts:1 ndots:0' },
  },
})
