import type { Request, Response } from 'express'

/** How long the rest of a body is still swallowed once its answer is out, so that its sender gets to read it. */
const LINGER_MS = 30_000

/**
 * The body as a stream of which nothing is read, or even asked for, before the route wants it. A sender from whom nothing
 * comes for `idleLimitMs` is cut off.
 */
export function streamBody(request: Request, response: Response, idleLimitMs: number): ReadableStream<Uint8Array> {
  request.setTimeout(idleLimitMs)
  const chunks: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false })
  let isAsked = false
  response.once('finish', () => {
    if (request.complete) return
    void chunks.return?.()
    request.resume()
    setTimeout(() => request.destroy(), LINGER_MS).unref()
  })
  return new ReadableStream(
    {
      pull: async (body) => {
        if (!isAsked) response.locals.noteReading?.()
        if (!isAsked && request.headers.expect) response.writeContinue()
        isAsked = true
        const chunk = await chunks.next()
        if (!chunk.done) return body.enqueue(chunk.value)
        request.setTimeout(0)
        body.close()
      },
      cancel: async () => void (await chunks.return?.()),
    },
    { highWaterMark: 0 },
  )
}
