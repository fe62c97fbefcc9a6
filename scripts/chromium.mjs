import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { bin, ROOT, run, say } from './set-up.mjs'

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** The path of a Chromium that starts; installs one when there is none. Null when that is not possible either. */
export async function findChromium() {
  const found = await firstThatStarts()
  if (found) return found
  say('Installing Chromium …')
  const isDebianRoot = fs.existsSync('/usr/bin/apt-get') && process.getuid?.() === 0
  const install = isDebianRoot ? ['install', '--with-deps', 'chromium'] : ['install', 'chromium']
  if (run(bin('playwright'), install) !== 0 && isDebianRoot) {
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
  const { chromium } = await import(path.join(ROOT, 'node_modules/@playwright/test/index.mjs'))
  return chromium.executablePath()
}

const starts = (file) => spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
