import type { DocumentStatus, DocumentType, ScanState } from '../../../vocabulary'
import { hasLostFile } from '../../files/file-state'

type Asked = {
  type: DocumentType
  /** The requests for more that were made before its upload. */
  requestsBefore: number
}

/** Whether `newer`, of the same type, was uploaded after a request for more that `older` precedes. */
const isRequestedAgain = (newer: Asked, older: Asked): boolean =>
  newer.type === older.type && newer.requestsBefore > older.requestsBefore

/** The document that `newer` replaced: the last of its type from before a request for more; null when there was none. */
export const predecessorOf = <D extends Asked>(documents: readonly D[], newer: D): D | null =>
  documents.findLast((older) => isRequestedAgain(newer, older)) ?? null

/**
 * The documents without replaced ones, which need no work: they are not counted, opened, judged or verified. The database's `isReplaced` is
 * the same rule in SQL.
 */
export function withoutReplaced<D extends Asked>(documents: readonly D[]): D[] {
  const replaced = documents.map((newer) => predecessorOf(documents, newer))
  return documents.filter((one) => !replaced.includes(one))
}

type WithStatus = Asked & { id: string; status: DocumentStatus }

const isUnjudged = ({ status }: Pick<WithStatus, 'status'>): boolean => status === 'pending'

type WithFile = { scanState: ScanState; fileMissingSince: Date | null }
type Opened = Asked & WithFile & { openedAt: Date | null }

/** The documents that an approval relies on although nobody has opened them. */
export const unopenedDocuments = <D extends Opened>(documents: readonly D[]): D[] =>
  withoutReplaced(documents).filter(({ openedAt }) => openedAt === null)

/** The documents that an approval may have to wait for: nobody has opened them, and their file can be opened. */
export const documentsToOpen = <D extends Opened>(documents: readonly D[]): D[] =>
  unopenedDocuments(documents).filter((one) => !hasLostFile(one))

/** The documents that an approval verifies: nobody has judged them, and their file is there. */
export const documentsToVerify = <D extends Asked & WithFile & Pick<WithStatus, 'status'>>(
  documents: readonly D[],
): D[] => withoutReplaced(documents).filter((one) => isUnjudged(one) && !hasLostFile(one))

/** The documents named when approving: those it has to wait for, or else those that nobody has opened. */
export function unopenedBy<D extends Opened>(documents: readonly D[], mustOpen: boolean) {
  const toOpen = mustOpen ? documentsToOpen(documents) : []
  return toOpen.length > 0
    ? { unopened: toOpen, mustOpen: true }
    : { unopened: unopenedDocuments(documents), mustOpen: false }
}

type Judged = Asked & {
  status: DocumentStatus
  scanState: ScanState
  uploadedAt: Date
  reviewedAt: Date | null
}

/** After an undone approval, a document whose virus was found meanwhile is infected but not rejected. */
const isBad = ({ status, scanState }: Judged): boolean => status === 'rejected' || scanState === 'infected'

/** Whether `newer`, of the same type, came after the verdict on `older`, or after a request for more that `older` precedes. */
const isInPlaceOf = (newer: Judged, older: Judged): boolean =>
  (newer.type === older.type && newer.uploadedAt > (older.reviewedAt ?? older.uploadedAt)) ||
  isRequestedAgain(newer, older)

/** The bad documents that prevent an approval: no good one of their type has come in their place. */
export const documentsBlockingApproval = <D extends Judged>(documents: readonly D[]): D[] =>
  withoutReplaced(documents).filter(
    (one) => isBad(one) && !documents.some((other) => !isBad(other) && isInPlaceOf(other, one)),
  )

/** The document that the review page opens with: the first unjudged one, new ones before others; else a rejected one, else the first. */
export function firstDocument<D extends WithStatus & { isNew: boolean }>(documents: readonly D[]): D | null {
  const current = withoutReplaced(documents)
  const open = current.filter(isUnjudged)
  const rejected = current.find(({ status }) => status === 'rejected')
  return open.find(({ isNew }) => isNew) ?? open[0] ?? rejected ?? current[0] ?? null
}

/** The next unjudged document after `afterId`, wrapping around to the start; null when none is left. */
export function nextDocument<D extends WithStatus>(documents: readonly D[], afterId: string): D | null {
  const current = withoutReplaced(documents)
  const at = current.findIndex(({ id }) => id === afterId)
  return [...current.slice(at + 1), ...current.slice(0, Math.max(at, 0))].find(isUnjudged) ?? null
}
