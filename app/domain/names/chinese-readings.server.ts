import { createRequire } from 'node:module'

type Readings = typeof import('pinyin-pro')

const requireFrom = createRequire(import.meta.url)
let readings: Readings | null = null

/** Half a megabyte of dictionary: read in with the first Chinese signs, not with each start. */
export const chineseReadings = (): Readings => (readings ??= requireFrom('pinyin-pro') as Readings)
