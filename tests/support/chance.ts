const DRAWS = 3

/**
 * What chance alone seldom carries to a limit is drawn anew when it comes there, at most twice: a fault comes there in every draw.
 * Gives what was drawn last.
 */
export async function drawBelow(limit: number, draw: () => number | Promise<number>): Promise<number> {
  let drawn = await draw()
  for (let nth = 1; nth < DRAWS && drawn >= limit; nth += 1) drawn = await draw()
  return drawn
}

/** How far counts lie from equal ones. */
export function chiSquareOf(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}
