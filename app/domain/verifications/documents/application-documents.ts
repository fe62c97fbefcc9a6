import type { DocumentStatus, DocumentType, ScanState } from '../../../vocabulary'

type WithStatus = { id: string; status: DocumentStatus }

const isUnjudged = ({ status }: Pick<WithStatus, 'status'>): boolean => status === 'pending'

type Opened = { openedAt: Date | null; scanState: ScanState; fileMissingSince: Date | null }

export const isUnopened = ({ openedAt }: Pick<Opened, 'openedAt'>): boolean => openedAt === null

/** What an approval may have to wait for: documents that nobody has opened, of those whose file can be. */
export const documentsToOpen = <D extends Opened>(documents: readonly D[]): D[] =>
  documents.filter((one) => isUnopened(one) && one.scanState !== 'infected' && !one.fileMissingSince)

/** The documents that an approval names: those it has to wait for, or else those it stands on though nobody has opened them. */
export function unopenedBy<D extends Opened>(documents: readonly D[], mustOpen: boolean) {
  const toOpen = mustOpen ? documentsToOpen(documents) : []
  return toOpen.length > 0
    ? { unopened: toOpen, mustOpen: true }
    : { unopened: documents.filter(isUnopened), mustOpen: false }
}

type Asked = {
  type: DocumentType
  /** How often more was asked for before it came. */
  requestsBefore: number
}

type Judged = Asked & {
  status: DocumentStatus
  scanState: ScanState
  uploadedAt: Date
  reviewedAt: Date | null
}

/** After an undone approval, one in which a virus was found meanwhile is not rejected. */
const isBad = ({ status, scanState }: Judged): boolean => status === 'rejected' || scanState === 'infected'

/** Whether one came after a request for more that another of its kind was there before. */
const isAskedAnew = (newer: Asked, older: Asked): boolean =>
  newer.type === older.type && newer.requestsBefore > older.requestsBefore

/** The documents without those that one of their kind replaced when more was asked for: nobody is led to judge them any more. */
export function withoutReplaced<D extends Asked>(documents: readonly D[]): D[] {
  const replaced = documents.map((newer) => documents.findLast((older) => isAskedAnew(newer, older)))
  return documents.filter((one) => !replaced.includes(one))
}

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
  const open = documents.filter(isUnjudged)
  const rejected = documents.find(({ status }) => status === 'rejected')
  return open.find(({ isNew }) => isNew) ?? open[0] ?? rejected ?? documents[0] ?? null
}

/** The document in whose place a new one came: the last of its kind before it; null where there was none, or it is not new. */
export const replacedBy = <D extends WithStatus & { isNew: boolean; type: DocumentType }>(
  documents: readonly D[],
  newer: D,
): D | null => (newer.isNew && documents.findLast(({ type, isNew }) => type === newer.type && !isNew)) || null

/** The next one that nobody has judged, after the given one and then from the start; null when none is left. */
export function nextDocument<D extends WithStatus>(documents: readonly D[], afterId: string): D | null {
  const at = documents.findIndex(({ id }) => id === afterId)
  return [...documents.slice(at + 1), ...documents.slice(0, Math.max(at, 0))].find(isUnjudged) ?? null
}
