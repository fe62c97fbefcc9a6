import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: 'tests/support/global-setup.ts',
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    // For what hangs: a loaded machine takes ten times as long as an idle one.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    env: { NODE_ENV: 'test', TZ: 'UTC' },
  },
})
