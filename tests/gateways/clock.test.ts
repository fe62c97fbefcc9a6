import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openClock } from '../../app/gateways/clock.server'
import { testFolder } from '../support/folders'
import { HOUR_MS } from '../../app/durations'

const aheadMs = (now: () => Date) => Math.round((now().getTime() - Date.now()) / 1000) * 1000 + 0

it('in demo mode the offset in the file is read at every use', () => {
  const dataDir = testFolder()
  const file = path.join(dataDir, 'clock-offset-ms')
  const now = openClock({ isDemo: true, dataDir })
  expect(aheadMs(now)).toBe(0)
  fs.writeFileSync(file, `${HOUR_MS}\n`)
  expect(aheadMs(now)).toBe(HOUR_MS)
  fs.writeFileSync(file, '-60000')
  expect(aheadMs(now)).toBe(-60_000)
  fs.rmSync(file)
  expect(aheadMs(now)).toBe(0)
})

it.each(['', 'soon', '1.5', '1e9', '99999999999999999999', '10 20'])('an offset of %j counts as zero', (written) => {
  const dataDir = testFolder()
  fs.writeFileSync(path.join(dataDir, 'clock-offset-ms'), written)
  expect(aheadMs(openClock({ isDemo: true, dataDir }))).toBe(0)
})

it('in production the clock cannot be shifted', () => {
  const dataDir = testFolder()
  fs.writeFileSync(path.join(dataDir, 'clock-offset-ms'), String(HOUR_MS))
  expect(aheadMs(openClock({ isDemo: false, dataDir }))).toBe(0)
})
