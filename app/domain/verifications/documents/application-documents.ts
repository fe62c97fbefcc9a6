import type { DocumentStatus, DocumentType, ScanState } from '../../../vocabulary'
import { hasLostFile } from '../../files/file-state'

type Asked = {
  type: DocumentType
  /** How often more was asked for before it came. */
  requestsBefore: number
}

/** Whether one came after a request for more that another of its kind was there before. */
const isAskedAnew = (newer: Asked, older: Asked): boolean =>
  newer.type === older.type && newer.requestsBefore > older.requestsBefore

/** The document that one replaced: the last of its kind that was there before more was asked for; null where there was none. */
export const predecessorOf = <D extends Asked>(documents: readonly D[], newer: D): D | null =>
  documents.findLast((older) => isAskedAnew(newer, older)) ?? null

/**
 * The documents without the replaced ones, which are nobody's work: neither counted nor to be opened, judged or verified.
 * `isReplaced` of the database is this rule in SQL.
 */
export function withoutReplaced<D extends Asked>(documents: readonly D[]): D[] {
  const replaced = documents.map((newer) => predecessorOf(documents, newer))
  return documents.filter((one) => !replaced.includes(one))
}

type WithStatus = Asked & { id: string; status: DocumentStatus }

const isUnjudged = ({ status }: Pick<WithStatus, 'status'>): boolean => status === 'pending'

type WithFile = { scanState: ScanState; fileMissingSince: Date | null }
type Opened = Asked & WithFile & { openedAt: Date | null }

/** The documents that an approval stands on though nobody has opened them. */
export const unopenedDocuments = <D extends Opened>(documents: readonly D[]): D[] =>
  withoutReplaced(documents).filter(({ openedAt }) => openedAt === null)

/** What an approval may have to wait for: documents that nobody has opened, of those whose file can be. */
export const documentsToOpen = <D extends Opened>(documents: readonly D[]): D[] =>
  unopenedDocuments(documents).filter((one) => !hasLostFile(one))

/** The documents that an approval verifies: nobody has judged them, and their file is there. */
export const documentsToVerify = <D extends Asked & WithFile & Pick<WithStatus, 'status'>>(
  documents: readonly D[],
): D[] => withoutReplaced(documents).filter((one) => isUnjudged(one) && !hasLostFile(one))

/** The documents that an approval names: those it has to wait for, or else those it stands on though nobody has opened them. */
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

/** After an undone approval, one in which a virus was found meanwhile is not rejected. */
const isBad = ({ status, scanState }: Judged): boolean => status === 'rejected' || scanState === 'infected'

/** Whether one came after a verdict on another of its kind, or after a request that the other was there before. */
const isInPlaceOf = (newer: Judged, older: Judged): boolean =>
  (newer.type === older.type && newer.uploadedAt > (older.reviewedAt ?? older.uploadedAt)) || isAskedAnew(newer, older)

/** The bad documents that stand in the way of an approval: none of their kind has come in their place since. */
export const documentsInTheWay = <D extends Judged>(documents: readonly D[]): D[] =>
  withoutReplaced(documents).filter(
    (one) => isBad(one) && !documents.some((other) => !isBad(other) && isInPlaceOf(other, one)),
  )

/** The document that the desk opens with: of those nobody has judged the new ones first, else a rejected one, else the first. */
export function firstDocument<D extends WithStatus & { isNew: boolean }>(documents: readonly D[]): D | null {
  const current = withoutReplaced(documents)
  const open = current.filter(isUnjudged)
  const rejected = current.find(({ status }) => status === 'rejected')
  return open.find(({ isNew }) => isNew) ?? open[0] ?? rejected ?? current[0] ?? null
}

/** The next one that nobody has judged, after the given one and then from the start; null when none is left. */
export function nextDocument<D extends WithStatus>(documents: readonly D[], afterId: string): D | null {
  const current = withoutReplaced(documents)
  const at = current.findIndex(({ id }) => id === afterId)
  return [...current.slice(at + 1), ...current.slice(0, Math.max(at, 0))].find(isUnjudged) ?? null
}
