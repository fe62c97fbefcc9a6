import { onTestFinished } from 'vitest'

const LOOK_EVERY_MS = 20

/** Returns a function that tells how long this process has been suspended since; measurements include that time. */
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
