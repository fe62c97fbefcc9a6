import path from 'node:path'
import type { Env } from '../app/env.server'

const DEMO_PEOPLE = [
  ['+77010000001', 'superadmin'],
  ['+77010000002', 'admin'],
  ['+77010000003', 'manager'],
  ['+77010000004', 'cashier'],
  ['+77010000005', 'partner with an organization in draft'],
]

/** What a newcomer needs to sign in: the address, the numbers, where the codes are. */
export function demoNotes(env: Pick<Env, 'publicOrigin' | 'dataDir'>, port: number): string {
  const address = env.publicOrigin.replace(/:0$/, `:${port}`)
  return `
Gatehouse is open at ${address} (demo mode). Sign in with one of these numbers:
${DEMO_PEOPLE.map(([phone, who]) => `  ${phone}  ${who}`).join('\n')}
The codes are shown at ${address}/demo/outbox and written to ${path.join(env.dataDir, 'outbox.jsonl')}

`
}
