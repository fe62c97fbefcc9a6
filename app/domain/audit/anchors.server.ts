import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { HOUR_MS, MINUTE_MS } from '../../durations'
import { findAuditHead, takeTurn } from '../../db/audit/audit'
import { wasStopped } from '../../db/engine/stoppable'
import type { AuditRemoval } from '../../db/audit/removals'
import type { Database } from '../../db/engine/database'
import type { Services } from '../../services.server'
import { latestNoted } from '../calendar'
import { isSignedBy, signAnchor } from './anchor-key.server'
import { checkChain, type ChainCheck } from './check-chain.server'

const TURN = 'anchored-at'
/** How long after the time that it tells a row may be written. */
const WRITTEN_WITHIN_MS = HOUR_MS
/** After a failed write the next worker tries again so soon. */
const RETRY_MS = MINUTE_MS
/** A stop has more to wait for than the store of anchors. */
const STOP_LIMIT_MS = 5000

const anchorShape = z.object({
  gatehouseAnchor: z.literal(1),
  position: z.number().int().min(0),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  rows: z.number().int().min(0),
  at: z.iso.datetime(),
  key: z.string(),
  signature: z.string(),
})

/** The head of the audit chain at one instant, signed. */
export type Anchor = z.infer<typeof anchorShape>

const signedText = ({ position, hash, rows, at }: Pick<Anchor, 'position' | 'hash' | 'rows' | 'at'>): string =>
  ['gatehouse audit anchor 1', position, hash, rows, at].join('\n')

/** What an anchor tells of a chain whose head was removed. */
const EMPTY_CHAIN = { position: 0, hash: '0'.repeat(64) }

type Needs = Pick<Services, 'db' | 'env' | 'now' | 'log' | 'anchors'>

/** Signs the head of the chain as it is now and writes it to where `ANCHORS` says. Rejects when it cannot be written. */
export async function writeAnchor(services: Needs): Promise<Anchor | null> {
  const { db, env, anchors } = services
  if (!anchors) return null
  const { position, hash } = (await findAuditHead(db)) ?? EMPTY_CHAIN
  const at = services.now()
  // Positions have no gaps: as many rows are there, or were taken off.
  const head = { position, hash, rows: position, at: at.toISOString() }
  const anchor: Anchor = { gatehouseAnchor: 1, ...head, ...signAnchor(env, signedText(head)) }
  await anchors.write(JSON.stringify(anchor), at)
  return anchor
}

/** Writes an anchor when it is time; of many processes one does. A failure is logged, and another try made in a minute. */
export async function anchorWhenDue(services: Needs): Promise<void> {
  if (!services.anchors) return
  const at = services.now()
  const { anchorEveryMs } = services.env
  const last = new Date(at.getTime() - anchorEveryMs)
  const ahead = latestNoted(at)
  if (!(await takeTurn(services.db, TURN, at, last, ahead))) return
  try {
    await writeAnchor(services)
  } catch (error) {
    if (wasStopped(error)) throw error
    services.log.error({ event: 'anchors', err: error }, 'an anchor of the audit log could not be written')
    await takeTurn(services.db, TURN, new Date(at.getTime() - anchorEveryMs + RETRY_MS), at)
  }
}

/** The last anchor of a process that stops; a failure is logged, and neither that nor a silent store keeps it from stopping. */
export async function anchorAtStop(services: Needs, limitMs = STOP_LIMIT_MS): Promise<void> {
  const late = new AbortController()
  try {
    await Promise.race([
      writeAnchor(services),
      wait(limitMs, null, { signal: late.signal }).then(() => {
        throw new Error(`The store of anchors did not answer in ${limitMs} ms`)
      }),
    ])
  } catch (error) {
    services.log.error({ event: 'anchors', err: error }, 'the last anchor of the audit log could not be written')
  } finally {
    late.abort()
  }
}

/**
 * Why an anchor does not fit the chain: it is not signed by a key that counts (`forged`), the chain ends before it (`cut`), has another
 * row there (`rewritten`), or rows were taken off as older than they were: some came after it (`young`).
 */
type Why = 'forged' | 'cut' | 'rewritten' | 'young'
type Point = Pick<Anchor, 'position' | 'at'>
/** Anchors that follow each other and do not fit for one reason. */
export type AnchorBreak = { why: Why; count: number; from: Point; to: Point }
type AnchorCheck = ChainCheck & { anchorCount: number; newest: string | null; loose: AnchorBreak[] }

/**
 * Proves the chain by itself and against anchors: lines that may have something before the anchor, as a collector writes them. All
 * that do not fit are told, because those of hours that a restore has lost never do again.
 */
export async function checkAnchors(
  db: Database,
  lines: readonly string[],
  publicKeys: readonly string[],
): Promise<AnchorCheck> {
  const anchors = lines.flatMap((line) => line.split(BEFORE_ANCHOR)).flatMap(readAnchor)
  const marked = new Map<number, string | null>(anchors.map(({ position }) => [position, null]))
  const { crossed, ...chain } = await checkChain(db, { marked, keys: publicKeys })
  const reasons = anchors.map((anchor) => looseness(anchor, { ...chain, crossed }, marked, publicKeys))
  const newest =
    anchors
      .map(({ at }) => at)
      .toSorted()
      .at(-1) ?? null
  return {
    ...chain,
    anchorCount: anchors.length,
    newest,
    loose: [...runsOf(anchors, reasons), ...tooYoung(anchors, crossed)],
  }
}

function runsOf(anchors: readonly Anchor[], reasons: readonly (Why | null)[]): AnchorBreak[] {
  const runs: AnchorBreak[] = []
  for (const [at, anchor] of anchors.entries()) {
    const why = reasons[at] ?? null
    if (why === null) continue
    const run = reasons[at - 1] === why ? runs.pop() : undefined
    runs.push({ why, count: (run?.count ?? 0) + 1, from: run?.from ?? anchor, to: anchor })
  }
  return runs
}

/** A line has two where the disk was full, or the machine lost, in the middle of the first. */
const BEFORE_ANCHOR = /(?=\{"gatehouseAnchor")/

/** The anchor in a line; a line that has one in part or with something strange is an anchor that nobody signed. */
function readAnchor(line: string): Anchor[] {
  const begin = line.indexOf('{"gatehouseAnchor"')
  if (begin === -1) return []
  try {
    return [anchorShape.parse(JSON.parse(line.slice(begin)))]
  } catch {
    return [{ gatehouseAnchor: 1, position: 0, hash: '', rows: 0, at: '', key: '', signature: '' }]
  }
}

function looseness(
  anchor: Anchor,
  chain: ChainCheck & { crossed: readonly AuditRemoval[] },
  marked: ReadonlyMap<number, string | null>,
  publicKeys: readonly string[],
): Why | null {
  const { position, hash, rows, signature } = anchor
  const text = signedText(anchor)
  if (!publicKeys.some((key) => isSignedBy(key, text, signature))) return 'forged'
  if (position > chain.rowCount + chain.removed) return chain.broken ? null : 'cut'
  if (position === 0) return null
  const isTakenOff = chain.crossed.some((span) => position >= span.firstPosition && position < span.lastPosition)
  if (isTakenOff) return rows === position ? null : 'rewritten'
  return marked.get(position) === hash && rows === position ? null : 'rewritten'
}

/** For each removal whose last row was not there yet at an anchor that is younger than the row is said to be, the first such anchor. */
function tooYoung(anchors: readonly Anchor[], removals: readonly AuditRemoval[]): AnchorBreak[] {
  return removals.flatMap(({ lastPosition, olderThan }) => {
    const latest = olderThan.getTime() + WRITTEN_WITHIN_MS
    const later = anchors.find(({ position, at }) => position < lastPosition && Date.parse(at) > latest)
    return later ? [{ why: 'young' as const, count: 1, from: later, to: later }] : []
  })
}
