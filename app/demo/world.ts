import { rollDice, type Dice } from './dice'

/** What everything in the demonstration is made from: one seed and the instant of making. */
export type World = { now: Date; dice: Dice; ago: (ms: number) => Date }

export function createWorld(now: Date, seed: number): World {
  return { now, dice: rollDice(seed), ago: (ms) => new Date(now.getTime() - ms) }
}

/** A whole number of milliseconds between two lengths of time. */
export const lengthMs = (dice: Dice, minMs: number, maxMs: number): number =>
  dice.between(Math.round(minMs), Math.round(maxMs))
