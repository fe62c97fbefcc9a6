import { onTestFinished } from 'vitest'

const LOOK_EVERY_MS = 20

/** For how long this process has stood still since, in all: what it measured meanwhile took so much longer than what it waited for. */
export function standstill(): () => number {
  let stoodMs = 0
  let lookedMs = performance.now()
  const late = () => Math.max(0, performance.now() - lookedMs - LOOK_EVERY_MS)
  const looking = setInterval(() => {
    stoodMs += late()
    lookedMs = performance.now()
  }, LOOK_EVERY_MS)
  onTestFinished(() => clearInterval(looking))
  return () => stoodMs + late()
}
