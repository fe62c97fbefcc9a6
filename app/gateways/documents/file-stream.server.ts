/**
 * A stream that reads only when somebody takes, one piece at a time, and lets go of its source once: at the end, when the
 * reader goes away, or when reading fails.
 */
export function streamPieces(
  readPiece: () => Promise<Uint8Array | null>,
  letGo: () => Promise<void> | void,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      pull: async (taken) => {
        try {
          const piece = await readPiece()
          if (piece) return taken.enqueue(piece)
        } catch (error) {
          await letGo()
          throw error
        }
        await letGo()
        taken.close()
      },
      cancel: () => letGo(),
    },
    { highWaterMark: 0 },
  )
}
