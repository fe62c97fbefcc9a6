/** A client's message: its type letter, '' for the first one, and its body after the length. */
type FrontendMessage = { type: string; body: Buffer }

const LENGTH_BYTES = 4
/** Requests for TLS or to cancel a query; neither starts a session. */
const NOT_A_START = [80877103, 80877102, 80877104]

/** Cuts what a client sends into messages, however the bytes are split. */
export function frontendMessages(): (bytes: Buffer) => FrontendMessage[] {
  let rest = Buffer.alloc(0)
  let hasStarted = false
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    const found: FrontendMessage[] = []
    for (;;) {
      const typeBytes = hasStarted ? 1 : 0
      if (rest.length < typeBytes + LENGTH_BYTES) return found
      const end = typeBytes + rest.readUInt32BE(typeBytes)
      if (rest.length < end) return found
      const body = rest.subarray(typeBytes + LENGTH_BYTES, end)
      if (!hasStarted) hasStarted = !NOT_A_START.includes(body.readUInt32BE(0))
      else found.push({ type: rest.toString('latin1', 0, 1), body })
      rest = rest.subarray(end)
    }
  }
}

/** The statement in a message, simple or prepared; else null. */
export function sqlOf({ type, body }: FrontendMessage): string | null {
  if (type === 'Q') return body.toString('utf8', 0, body.length - 1)
  if (type !== 'P') return null
  const from = body.indexOf(0) + 1
  return body.toString('utf8', from, body.indexOf(0, from))
}
