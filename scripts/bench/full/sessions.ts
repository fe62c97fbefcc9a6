import { setTimeout as wait } from 'node:timers/promises'
import type { ServerProcess } from '../../probe/server-process'
import { withSessions } from '../prepare'
import { growthOf, watchMemory } from './memory'
import { FILTERED, type Line, type Scale } from './scales'

const PEOPLE = 100
const SECONDS = 30

/** Figure 9: memory while a hundred people each ask for a page a second, beside the raw server under the same. */
export const measureSessions = ({ variables, server, raw }: Scale): Promise<Line[]> =>
  withSessions(variables, { people: PEOPLE, deviceId: 'benchmark of a hundred' }, async (cookies) => {
    const ours = await crowd(server, FILTERED.address, cookies)
    const theirs = await crowd(
      raw,
      '/invites/template',
      cookies.map(() => ''),
    )
    return [
      {
        figure: `9. memory (PSS) at most with ${PEOPLE} sessions at a request a second ÷ raw; growth since 8 pages, since 150, MB`,
        goal: '3; 25',
        found: `${(ours.peakMb / theirs.peakMb).toFixed(2)} (${ours.peakMb.toFixed(0)} MB); ${growthOf(ours)}`,
      },
      {
        figure: `9. answers other than 200 in these ${SECONDS} s; answers a second`,
        goal: `0; ${PEOPLE}`,
        found: `${ours.failed} of ${PEOPLE * SECONDS}; ${((PEOPLE * SECONDS) / ours.seconds).toFixed(0)} (raw ${((PEOPLE * SECONDS) / theirs.seconds).toFixed(0)})`,
      },
    ]
  })

/** Each person starts at a different moment of the first second, and never asks before the last answer has come. */
async function crowd(server: ServerProcess, address: string, cookies: readonly string[]) {
  let failed = 0
  let seconds = 0
  const ask = async (cookie: string) => {
    const answer = await fetch(server.origin + address, { headers: { cookie } })
    await answer.arrayBuffer()
    if (answer.status !== 200) failed += 1
  }
  const memory = await watchMemory(
    server,
    () => ask(cookies[0] ?? ''),
    async () => {
      const startedMs = performance.now()
      await Promise.all(
        cookies.map(async (cookie, index) => {
          for (let n = 0; n < SECONDS; n += 1) {
            const dueMs = startedMs + (n + index / cookies.length) * 1000
            await wait(Math.max(0, dueMs - performance.now()))
            await ask(cookie)
          }
        }),
      )
      seconds = (performance.now() - startedMs) / 1000
    },
  )
  return { ...memory, failed, seconds: Math.max(seconds, SECONDS) }
}
