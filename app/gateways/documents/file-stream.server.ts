/**
 * A stream that reads only on demand, one piece at a time, and releases its source at the end, when the reader cancels, or when reading
 * fails.
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
