import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openClock } from '../clock.server'
import type { MessageGateway, OutgoingMessage } from '../ports'

const ANSWER_LIMIT_MS = 10_000

/**
 * Demo gateway: each delivered message is one JSON line in `DATA_DIR/outbox.jsonl`.
 * `DATA_DIR/gateway-fault` makes it `fail`, `hang`, deliver `twice`, or answer late (`slow:MS`).
 */
export function openConsoleGateway(
  env: { isDemo: boolean; dataDir: string },
  answerLimitMs = ANSWER_LIMIT_MS,
): MessageGateway {
  const now = openClock(env)
  const outbox = path.join(env.dataDir, 'outbox.jsonl')
  const write = (message: OutgoingMessage) => fs.appendFile(outbox, lineOf(message, now()), { mode: 0o600 })
  return {
    deliver: async (message, signal) => {
      const fault = await readFault(path.join(env.dataDir, 'gateway-fault'))
      if (fault === 'fail') throw new Error('The console gateway was told to fail')
      const slowMs = fault === 'hang' ? Infinity : Number(/^slow:(\d{1,9})$/.exec(fault)?.[1] ?? 0)
      if (slowMs > 0) await wait(Math.min(slowMs, answerLimitMs), undefined, signal && { signal })
      if (slowMs >= answerLimitMs) throw new Error('The console gateway did not answer in time')
      await write(message)
      if (fault === 'twice') await write(message)
    },
  }
}

const readFault = (file: string) =>
  fs.readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => '',
  )

function lineOf({ id, channel, kind, to, subject, text }: OutgoingMessage, at: Date): string {
  return `${JSON.stringify({ id, at: at.toISOString(), channel, kind, to, subject, text })}\n`
}
