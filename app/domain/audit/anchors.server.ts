import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { HOUR_MS, MINUTE_MS } from '../../durations'
import { findAuditHead, takeScheduledRun } from '../../db/audit/audit'
import { wasStopped } from '../../db/engine/stoppable'
import type { AuditRemoval } from '../../db/audit/removals'
import type { Database } from '../../db/engine/database'
import type { Services } from '../../services.server'
import { latestNoted } from '../calendar'
import { isSignedBy, signAnchor } from './anchor-key.server'
import { checkChain, type ChainCheck } from './check-chain.server'

const TURN = 'anchored-at'
/** A row may be written at most this long after the time it records. */
const WRITTEN_WITHIN_MS = HOUR_MS
/** After a failed write, the next worker tries again this soon. */
const RETRY_MS = MINUTE_MS
/** A shutdown has other things to wait for besides the anchor store. */
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

/** The head that an anchor records when the chain has none. */
const EMPTY_CHAIN = { position: 0, hash: '0'.repeat(64) }

type Needs = Pick<Services, 'db' | 'env' | 'now' | 'log' | 'anchors'>

/** Signs the current head of the chain and writes it to the store in `ANCHORS`; null when there is none. Rejects when the write fails. */
export async function writeAnchor(services: Needs): Promise<Anchor | null> {
  const { db, env, anchors } = services
  if (!anchors) return null
  const { position, hash } = (await findAuditHead(db)) ?? EMPTY_CHAIN
  const at = services.now()
  // Positions have no gaps, so this counts every row, removed ones included.
  const head = { position, hash, rows: position, at: at.toISOString() }
  const anchor: Anchor = { gatehouseAnchor: 1, ...head, ...signAnchor(env, signedText(head)) }
  await anchors.write(JSON.stringify(anchor), at)
  return anchor
}

/** Writes an anchor when one is due; only one of many processes does. A failure is logged and retried after a minute. */
export async function anchorWhenDue(services: Needs): Promise<void> {
  if (!services.anchors) return
  const at = services.now()
  const { anchorEveryMs } = services.env
  const last = new Date(at.getTime() - anchorEveryMs)
  const ahead = latestNoted(at)
  if (!(await takeScheduledRun(services.db, TURN, at, last, ahead))) return
  try {
    await writeAnchor(services)
  } catch (error) {
    if (wasStopped(error)) throw error
    services.log.error({ event: 'anchors', err: error }, 'an anchor of the audit log could not be written')
    await takeScheduledRun(services.db, TURN, new Date(at.getTime() - anchorEveryMs + RETRY_MS), at)
  }
}

/** Writes a last anchor at shutdown. A failure is only logged, and a store that does not answer delays shutdown by at most `limitMs`. */
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
 * Why an anchor does not fit the chain: it is not signed by an accepted key (`forged`), the chain ends before it (`cut`) or has another row
 * there (`rewritten`), or rows were removed as older than the anchor shows them to be (`young`).
 */
type Why = 'forged' | 'cut' | 'rewritten' | 'young'
type Point = Pick<Anchor, 'position' | 'at'>
/** Consecutive anchors that fail for the same reason. */
export type AnchorBreak = { why: Why; count: number; from: Point; to: Point }
type AnchorCheck = ChainCheck & { anchorCount: number; newest: string | null; loose: AnchorBreak[] }

/**
 * Checks the chain by itself and against anchors. Each line may have text before its anchor, as log collectors add. Every failing anchor is
 * reported, because anchors written in hours that a restore lost will never fit again.
 */
export async function checkAnchors(
  db: Database,
  lines: readonly string[],
  publicKeys: readonly string[],
): Promise<AnchorCheck> {
  const anchors = lines.flatMap((line) => line.split(BEFORE_ANCHOR)).flatMap(readAnchor)
  const marked = new Map<number, string | null>(anchors.map(({ position }) => [position, null]))
  const { crossed, ...chain } = await checkChain(db, { marked, keys: publicKeys })
  const reasons = anchors.map((anchor) => findAnchorFault(anchor, { ...chain, crossed }, marked, publicKeys))
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

/** One line holds two anchors when a full disk or a crash interrupted writing the first. */
const BEFORE_ANCHOR = /(?=\{"gatehouseAnchor")/

/** The anchor in a line. An incomplete or malformed anchor is returned as one without a signature, which counts as forged. */
function readAnchor(line: string): Anchor[] {
  const begin = line.indexOf('{"gatehouseAnchor"')
  if (begin === -1) return []
  try {
    return [anchorShape.parse(JSON.parse(line.slice(begin)))]
  } catch {
    return [{ gatehouseAnchor: 1, position: 0, hash: '', rows: 0, at: '', key: '', signature: '' }]
  }
}

function findAnchorFault(
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

/** For each removal: the first anchor taken before the removal's last row existed, but later than that row's claimed age allows. */
function tooYoung(anchors: readonly Anchor[], removals: readonly AuditRemoval[]): AnchorBreak[] {
  return removals.flatMap(({ lastPosition, olderThan }) => {
    const latest = olderThan.getTime() + WRITTEN_WITHIN_MS
    const later = anchors.find(({ position, at }) => position < lastPosition && Date.parse(at) > latest)
    return later ? [{ why: 'young' as const, count: 1, from: later, to: later }] : []
  })
}
