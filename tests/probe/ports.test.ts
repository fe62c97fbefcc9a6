import { expect, it } from 'vitest'
import { PORTS } from '../../scripts/probe/server-process'

it('no port that the probes use is one that browsers refuse', async () => {
  const dispatcher = {
    dispatch: () => {
      throw new Error('asked')
    },
  }
  const outcome = async (port: number) => {
    const asking: RequestInit & { dispatcher: object } = { dispatcher }
    const error: unknown = await fetch(`http://127.0.0.1:${port}/`, asking).catch((reason: unknown) => reason)
    return error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
  }
  const refused: number[] = []
  for (let port = PORTS.from - 1; port < PORTS.to; port += 1) {
    const said = await outcome(port)
    if (said === 'bad port') refused.push(port)
    else expect(said).toBe('asked')
  }
  expect(refused).toEqual([PORTS.from - 1])
})
