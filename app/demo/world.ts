import { rollDice, type Dice } from './dice'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** What everything in the demonstration is made from: one seed and the instant of making. */
export type World = { now: Date; dice: Dice; ago: (ms: number) => Date }

export function createWorld(now: Date, seed: number): World {
  return { now, dice: rollDice(seed), ago: (ms) => new Date(now.getTime() - ms) }
}

/** A whole number of milliseconds between two lengths of time. */
export const lengthMs = (dice: Dice, minMs: number, maxMs: number): number =>
  dice.between(Math.round(minMs), Math.round(maxMs))
