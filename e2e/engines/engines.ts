import type { Engine } from './engine'
import { puppeteerEngine } from './puppeteer-engine'
import { webkitEngine } from './webkit-engine'

const { CHROMIUM, ENGINE_CHROMIUM = CHROMIUM, FIREFOX, MINIBROWSER } = process.env

/** The three engines people use; `npm test` finds and installs them and says where they are. */
const ALL: Record<string, () => Promise<Engine>> = {
  Chromium: () => puppeteerEngine('chrome', ENGINE_CHROMIUM || '/usr/bin/chromium'),
  Firefox: () => puppeteerEngine('firefox', FIREFOX || '/usr/bin/firefox-esr'),
  WebKit: () => webkitEngine(MINIBROWSER || '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'),
}

/** Those that this machine has, or all of them. */
export const ENGINES = process.env.ENGINES?.split(',').filter(Boolean) ?? Object.keys(ALL)

export function startEngine(name: string): Promise<Engine> {
  const start = ALL[name]
  if (!start) throw new Error(`No engine ${name}`)
  return start()
}
