import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { bin, run, runQuietly, say } from './set-up.mjs'

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

const HEADLESS_SHELL = 'chromium-headless-shell'

/** Returns the path of a working Chromium, installing one if needed; null when that is not possible. */
export async function findChromium() {
  const found = await firstThatStarts()
  if (found) return found
  say('Installing Chromium …')
  const install = isDebianRoot ? ['install', '--with-deps', 'chromium'] : ['install', 'chromium']
  if (run(process.execPath, [bin('playwright'), ...install]) !== 0 && isDebianRoot) {
    run('apt-get', ['update'])
    run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { DEBIAN_FRONTEND: 'noninteractive' })
  }
  return firstThatStarts()
}

async function firstThatStarts() {
  const candidates = [process.env.CHROMIUM, ...SYSTEM, await playwrightsOwn()]
  return candidates.find((file) => file && fs.existsSync(file) && starts(file)) ?? null
}

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test')
  return chromium.executablePath()
}

/**
 * Returns the headless shell, the same engine at half the processor time; installs it where possible. Null when that is not
 * possible, or when CHROMIUM names a browser.
 */
export function findHeadlessShell() {
  if (process.env.CHROMIUM) return null
  const file = path.join('/usr/bin', HEADLESS_SHELL)
  if (!fs.existsSync(file) && isDebianRoot) {
    say(`Installing ${HEADLESS_SHELL} …`)
    const quietly = { DEBIAN_FRONTEND: 'noninteractive' }
    runQuietly('apt-get', ['update', '-qq'], quietly)
    runQuietly('apt-get', ['install', '-y', '-qq', '--no-install-recommends', HEADLESS_SHELL], quietly)
  }
  return fs.existsSync(file) && starts(file) ? file : null
}

const isDebianRoot = fs.existsSync('/usr/bin/apt-get') && process.getuid?.() === 0

/** The first start from a slow disk takes long. */
export function starts(browser) {
  const { status } = spawnSync(browser, ['--version'], { stdio: 'ignore', timeout: 120_000 })
  if (status !== 0) say(`${browser} does not start`)
  return status === 0
}
