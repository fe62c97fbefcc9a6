import fs from 'node:fs'
import path from 'node:path'
import { starts } from './chromium.mjs'
import { run, say } from './set-up.mjs'

const PROGRAMS = ['/usr/bin', '/usr/local/bin', '/opt/firefox', '/Applications/Firefox.app/Contents/MacOS']
const MINI_BROWSERS = ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].flatMap((name) =>
  ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/${name}/MiniBrowser`),
)
const TEXT_BROWSERS = ['Lynx', 'w3m']
const DEBIAN_PACKAGES = {
  Firefox: ['firefox-esr'],
  WebKit: ['webkit2gtk-driver', 'xvfb'],
  Lynx: ['lynx'],
  w3m: ['w3m'],
}

/**
 * The engines besides Chromium, Lynx and w3m, that start here, installed where possible: the variables that tell the tests where
 * they are, and the names of the missing ones.
 */
export function findEngines(chromium) {
  let found = look(chromium)
  const packages = missing(found).flatMap((name) => DEBIAN_PACKAGES[name] ?? [])
  if (packages.length > 0 && fs.existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    say(`Installing ${packages.join(' ')} …`)
    const quietly = { DEBIAN_FRONTEND: 'noninteractive' }
    run('apt-get', ['update', '-qq'], quietly)
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quietly)
    found = look(chromium)
  }
  const names = Object.keys(found).filter((name) => found[name])
  return {
    variables: {
      ENGINES: names.filter((name) => !TEXT_BROWSERS.includes(name)).join(),
      FIREFOX: found.Firefox ?? '',
      MINIBROWSER: found.WebKit ?? '',
      LYNX: found.Lynx ?? '',
      W3M: found.w3m ?? '',
    },
    names,
    missing: missing(found),
  }
}

function look(chromium) {
  const firefox = firstProgram(['firefox-esr', 'firefox'])
  const hasDriver = firstProgram(['WebKitWebDriver']) && firstProgram(['Xvfb'])
  const miniBrowser = MINI_BROWSERS.find((file) => fs.existsSync(file))
  return {
    Chromium: chromium,
    Firefox: process.env.FIREFOX || (firefox && starts(firefox) ? firefox : null),
    WebKit: process.env.MINIBROWSER || (hasDriver && miniBrowser) || null,
    Lynx: (firstProgram(['script']) && firstProgram(['lynx'])) || null,
    w3m: (firstProgram(['script']) && firstProgram(['w3m'])) || null,
  }
}

const missing = (found) => Object.keys(found).filter((name) => !found[name])

function firstProgram(names) {
  return names.flatMap((name) => PROGRAMS.map((folder) => path.join(folder, name))).find((file) => fs.existsSync(file))
}
