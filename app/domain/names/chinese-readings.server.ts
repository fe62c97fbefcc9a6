import { createRequire } from 'node:module'
import type * as Readings from 'pinyin-pro'

const requireFrom = createRequire(import.meta.url)
let readings: typeof Readings | null = null

/** A dictionary of half a megabyte: loaded with the first Chinese text, not at every start. */
export const chineseReadings = (): typeof Readings => (readings ??= requireFrom('pinyin-pro') as typeof Readings)
