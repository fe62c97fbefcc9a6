import fs from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { MINUTE_MS } from '../../app/durations'

const LIMIT_MS = 4 * MINUTE_MS
const LOOK_EVERY_MS = 50

/** Runs work that several processes need and one must do; all of them wait for it, and fail if it failed. */
export async function once(name: string, work: () => Promise<void>): Promise<void> {
  const outcome = `${name}.outcome`
  if (isFirst(`${name}.begun`)) {
    const failure = await work().then(() => '', String)
    fs.writeFileSync(`${outcome}.new`, failure)
    fs.renameSync(`${outcome}.new`, outcome)
  }
  for (const startedMs = performance.now(); !fs.existsSync(outcome); await wait(LOOK_EVERY_MS))
    if (performance.now() - startedMs > LIMIT_MS) throw new Error(`Waited ${LIMIT_MS / 1000} s for ${name}`)
  const failure = fs.readFileSync(outcome, 'utf8')
  if (failure) throw new Error(failure)
}

function isFirst(mark: string): boolean {
  try {
    fs.writeFileSync(mark, '', { flag: 'wx' })
    return true
  } catch {
    return false
  }
}
