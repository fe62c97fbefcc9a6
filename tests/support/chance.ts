const DRAWS = 3

/** Repeats a draw that reaches the limit, at most twice: chance rarely reaches it, a bug does every time. Returns the last draw. */
export async function drawBelow(limit: number, draw: () => number | Promise<number>): Promise<number> {
  let drawn = await draw()
  for (let nth = 1; nth < DRAWS && drawn >= limit; nth += 1) drawn = await draw()
  return drawn
}

/** The chi-square distance of counts from equal ones. */
export function chiSquareOf(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}
