import { defineConfig } from '@playwright/test'

/**
 * Each journey runs twice, with JavaScript and without; `*.script.spec.ts` holds what only script adds. `*.engine.ts`, which run with
 * them, start browsers of their own: Chromium, Firefox, WebKit, Lynx and w3m.
 */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/prepare.ts',
  workers: 3,
  // Only what hangs is ended by these, on the slowest of machines too; nothing is measured by them.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  outputDir: 'test-results',
  use: {
    locale: 'en-US',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      // One renderer for all pages of one origin instead of a process for each.
      args: ['--no-sandbox', '--disable-gpu', '--renderer-process-limit=1'],
    },
  },
  projects: [
    {
      name: 'script',
      testMatch: ['**/*.spec.ts', '**/*.engine.ts'],
      use: { javaScriptEnabled: true },
    },
    {
      name: 'no-script',
      testMatch: '**/*.spec.ts',
      testIgnore: '**/*.script.spec.ts',
      use: { javaScriptEnabled: false },
    },
  ],
})
