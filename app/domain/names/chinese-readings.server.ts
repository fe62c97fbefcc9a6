import { createRequire } from 'node:module'
import type * as Readings from 'pinyin-pro'

const requireFrom = createRequire(import.meta.url)
let readings: typeof Readings | null = null

/** Half a megabyte of dictionary: read in with the first Chinese signs, not with each start. */
export const chineseReadings = (): typeof Readings => (readings ??= requireFrom('pinyin-pro') as typeof Readings)
