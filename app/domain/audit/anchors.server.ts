import { z } from 'zod'
import { measureChain, takeTurn } from '../../db/audit/audit'
import { wasStopped } from '../../db/engine/stoppable'
import type { AuditRemoval } from '../../db/audit/removals'
import type { Database } from '../../db/engine/database'
import type { Services } from '../../services.server'
import { CLOCK_TOLERANCE_MS } from '../calendar'
import { isSignedBy, signAnchor } from './anchor-key.server'
import { checkChain, type ChainCheck } from './check-chain.server'

const TURN = 'anchored-at'
/** How long after the time that it tells a row may be written. */
const WRITTEN_WITHIN_MS = 60 * 60_000
/** After a failed write the next worker tries again so soon. */
const RETRY_MS = 60_000

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

type Needs = Pick<Services, 'db' | 'env' | 'now' | 'log' | 'anchors'>

/** Signs the head of the chain as it is now and writes it to where `ANCHORS` says. Rejects when it cannot be written. */
export async function writeAnchor(services: Needs): Promise<Anchor | null> {
  const { db, env, anchors } = services
  if (!anchors) return null
  const { position, hash, rows } = await measureChain(db)
  const at = services.now()
  const head = { position, hash, rows, at: at.toISOString() }
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
  const ahead = new Date(at.getTime() + CLOCK_TOLERANCE_MS)
  if (!(await takeTurn(services.db, TURN, at, last, ahead))) return
  try {
    await writeAnchor(services)
  } catch (error) {
    if (wasStopped(error)) throw error
    services.log.error({ event: 'anchors', err: error }, 'an anchor of the audit log could not be written')
    await takeTurn(services.db, TURN, new Date(at.getTime() - anchorEveryMs + RETRY_MS), at)
  }
}

/** The last anchor of a process that stops; a failure is logged and does not keep it from stopping. */
export async function anchorAtStop(services: Needs): Promise<void> {
  try {
    await writeAnchor(services)
  } catch (error) {
    services.log.error({ event: 'anchors', err: error }, 'the last anchor of the audit log could not be written')
  }
}

/**
 * Why an anchor does not fit the chain: it is not signed by a key that counts (`forged`), the chain ends before it (`cut`), has another
 * row there (`rewritten`), or rows were taken off as older than they were: some came after it (`young`).
 */
export type AnchorBreak = { position: number; at: string; why: 'forged' | 'cut' | 'rewritten' | 'young' }
export type AnchorCheck = ChainCheck & { anchorCount: number; newest: string | null; loose: AnchorBreak | null }

/** Proves the chain by itself and against anchors: lines that may have something before the anchor, as a collector writes them. */
export async function checkAnchors(
  db: Database,
  lines: readonly string[],
  publicKeys: readonly string[],
): Promise<AnchorCheck> {
  const anchors = lines.flatMap((line) => line.split(BEFORE_ANCHOR)).flatMap(readAnchor)
  const marked = new Map<number, string | null>(anchors.map(({ position }) => [position, null]))
  const { crossed, ...chain } = await checkChain(db, { marked, keys: publicKeys })
  const loose =
    anchors
      .map((anchor) => looseness(anchor, { ...chain, crossed }, marked, publicKeys))
      .find((found) => found !== null) ?? tooYoung(anchors, crossed)
  const newest =
    anchors
      .map(({ at }) => at)
      .toSorted()
      .at(-1) ?? null
  return { ...chain, anchorCount: anchors.length, newest, loose }
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
): AnchorBreak | null {
  const { position, at, hash, rows, signature } = anchor
  const found = (why: AnchorBreak['why']): AnchorBreak => ({ position, at, why })
  const text = signedText(anchor)
  if (!publicKeys.some((key) => isSignedBy(key, text, signature))) return found('forged')
  if (position > chain.rowCount + chain.removed) return chain.broken ? null : found('cut')
  if (position === 0) return null
  const isTakenOff = chain.crossed.some((span) => position >= span.firstPosition && position < span.lastPosition)
  if (isTakenOff) return rows === position ? null : found('rewritten')
  return marked.get(position) === hash && rows === position ? null : found('rewritten')
}

/** The first removal whose last row was not there yet at an anchor that is younger than the row is said to be. */
function tooYoung(anchors: readonly Anchor[], removals: readonly AuditRemoval[]): AnchorBreak | null {
  for (const { lastPosition, olderThan } of removals) {
    const latest = olderThan.getTime() + WRITTEN_WITHIN_MS
    const later = anchors.find(({ position, at }) => position < lastPosition && Date.parse(at) > latest)
    if (later) return { position: later.position, at: later.at, why: 'young' }
  }
  return null
}
