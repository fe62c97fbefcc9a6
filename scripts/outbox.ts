import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { MINUTE_MS } from '../app/durations'
import { runCommand, wholeNumber, WrongArgument } from './command'
import { NO_ANSWER } from '../app/domain/messages/failed-attempt'
import { embedded, postgres } from './crash/storage'
import { fillOutbox, readOutbox, type Expected, type OutboxRow } from './outbox/messages'
import { startProviders, type Taken } from './outbox/providers'
import { serverProcess, type ServerProcess } from './probe/server-process'
import { temporaryFolder } from './probe/temporary-folder'

const USAGE = 'usage: npm run outbox -- [--messages 500 --kills 20 --faults 30 --storage embedded|postgres]'
/** Replicas on PostgreSQL; the embedded database serves one. */
const REPLICAS = 2
const BETWEEN_KILLS_MS = 2000
/** A message may wait this long after a kill, and for as long again after a pause. */
const PATIENCE_MS = 4 * MINUTE_MS

await runCommand(async (args) => {
  const { messages, kills, faults, storage } = readArguments(args)
  const folder = temporaryFolder('outbox')
  const dataDir = folder.path
  const store = storage === 'postgres' ? await postgres(dataDir) : embedded(dataDir)
  const providers = await startProviders(faults / 100, () => true, Math.random)
  const variables = {
    DATA_DIR: dataDir,
    DATABASE_URL: store.databaseUrl,
    SESSION_SECRET: 'a secret of this check that is long enough to seal with',
    SMS_GATEWAY: 'twilio',
    TWILIO_ACCOUNT_SID: 'AC0',
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_SMS_FROM: '+12125550100',
    TWILIO_API_ORIGIN: providers.origin,
    WHATSAPP_GATEWAY: 'meta',
    WHATSAPP_PHONE_NUMBER_ID: '1',
    WHATSAPP_ACCESS_TOKEN: 'token',
    WHATSAPP_API_ORIGIN: providers.origin,
  }
  const server = path.join(import.meta.dirname, 'server.js')
  const replicas: ServerProcess[] = []
  for (let n = 0; n < (storage === 'postgres' ? REPLICAS : 1); n += 1)
    replicas.push(await serverProcess(server, variables))
  const [first, ...others] = replicas
  await first?.start()
  await first?.kill('SIGTERM')

  const expected = await fillOutbox(variables, messages)
  const begunMs = Date.now()
  const isOver = () => expected.every((one) => isSettled(one, providers.taken))
  await Promise.all([first, ...others].map((replica) => replica?.start()))
  for (let kill = 0; kill < kills; kill += 1) {
    await wait(Math.random() * BETWEEN_KILLS_MS)
    const replica = replicas[kill % replicas.length]
    await replica?.kill('SIGKILL')
    await replica?.start()
  }
  while (!isOver() && Date.now() - begunMs < PATIENCE_MS) await wait(500)
  await wait(15_000)
  for (const replica of replicas) await replica.kill('SIGTERM')
  const stood = await readOutbox(variables)
  providers.close()
  await store.remove()

  const tookS = Math.round((Date.now() - begunMs) / 1000)
  const faultWords = [...providers.faults].map(([fault, count]) => `${count} ${fault}`).join(', ')
  process.stdout.write(
    `${storage}, ${replicas.length} worker(s): ${messages} messages, ${kills} kills, ` +
      `${providers.requests()} requests, faults: ${faultWords}; ${tookS} s\n`,
  )
  const report = judge(expected, providers.taken, stood)
  for (const [what, count] of Object.entries(report)) process.stdout.write(`  ${what}: ${count}\n`)
  const broken = report.lost + report['sent twice with different keys'] + report['sent after expiry']
  if (broken === 0) return
  process.exitCode = 1
  folder.keep()
})

function isSettled({ text, expiresAt }: Expected, taken: readonly Taken[]): boolean {
  return (expiresAt !== null && Date.now() > expiresAt) || taken.some((one) => one.text === text)
}

function judge(expected: readonly Expected[], taken: readonly Taken[], stood: readonly OutboxRow[]) {
  const arrivals = expected.map((one) => ({ ...one, arrived: taken.filter(({ text }) => text === one.text) }))
  const resting = new Set(
    stood.filter(({ status, lastError }) => status === 'queued' && lastError === NO_ANSWER).map(({ to }) => to),
  )
  const count = (status: string) => stood.filter((one) => one.status === status).length
  return {
    lost: arrivals.filter(
      ({ to, expiresAt, arrived }) => expiresAt === null && arrived.length === 0 && !resting.has(to),
    ).length,
    'not taken, and rest as they may have been': arrivals.filter(
      ({ to, arrived }) => arrived.length === 0 && resting.has(to),
    ).length,
    'sent twice with different keys': arrivals.filter(({ arrived }) => new Set(arrived.map(({ key }) => key)).size > 1)
      .length,
    'sent after expiry': arrivals.filter(({ expiresAt, arrived }) =>
      arrived.some(({ at }) => at > (expiresAt ?? Infinity)),
    ).length,
    'arrived once': arrivals.filter(({ arrived }) => arrived.length === 1).length,
    'arrived more than once, with one key': arrivals.filter(({ arrived }) => arrived.length > 1).length,
    'expired before they could be sent': arrivals.filter(
      ({ expiresAt, arrived }) => expiresAt !== null && !arrived.length,
    ).length,
    'stand as sent': count('sent'),
    'stand as failed': count('failed'),
    'still queued': count('queued'),
    'most attempts of one': Math.max(0, ...stood.map(({ attempts }) => attempts)),
  }
}

function readArguments(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      messages: { type: 'string' },
      kills: { type: 'string' },
      faults: { type: 'string' },
      storage: { type: 'string' },
    },
  })
  const storage = values.storage ?? 'embedded'
  if (storage !== 'embedded' && storage !== 'postgres') throw new WrongArgument(USAGE)
  return {
    messages: wholeNumber('--messages', values.messages ?? '500'),
    kills: wholeNumber('--kills', values.kills ?? '20'),
    faults: wholeNumber('--faults', values.faults ?? '30'),
    storage,
  }
}
