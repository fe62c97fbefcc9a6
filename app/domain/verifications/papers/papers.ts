import type { DocumentStatus, DocumentType, ScanState } from '../../../vocabulary'

type Paper = { id: string; status: DocumentStatus }

export const isUnjudged = ({ status }: Pick<Paper, 'status'>): boolean => status === 'pending'

type Opened = { openedAt: Date | null; scanState: ScanState; fileMissingSince: Date | null }

export const isUnopened = ({ openedAt }: Pick<Opened, 'openedAt'>): boolean => openedAt === null

/** What an approval may have to wait for: papers that nobody has opened, of those whose file can be. */
export const papersToOpen = <P extends Opened>(papers: readonly P[]): P[] =>
  papers.filter((paper) => isUnopened(paper) && paper.scanState !== 'infected' && !paper.fileMissingSince)

/** The papers that an approval names: those it has to wait for, or else those it stands on though nobody has opened them. */
export function unopenedBy<P extends Opened>(papers: readonly P[], mustOpen: boolean) {
  const toOpen = mustOpen ? papersToOpen(papers) : []
  return toOpen.length > 0
    ? { unopened: toOpen, mustOpen: true }
    : { unopened: papers.filter(isUnopened), mustOpen: false }
}

type Judged = { type: DocumentType; status: DocumentStatus; uploadedAt: Date; reviewedAt: Date | null }

/** The rejected papers that stand in the way of an approval: none of their kind has come in their place since. */
export const papersInTheWay = <P extends Judged>(papers: readonly P[]): P[] =>
  papers.filter(
    ({ type, status, reviewedAt, uploadedAt }) =>
      status === 'rejected' &&
      !papers.some(
        (other) => other.type === type && other.status !== 'rejected' && other.uploadedAt > (reviewedAt ?? uploadedAt),
      ),
  )

/** The paper that the desk opens with: of those nobody has judged the new ones first, else a rejected one, else the first. */
export function firstPaper<P extends Paper & { isNew: boolean }>(papers: readonly P[]): P | null {
  const open = papers.filter(isUnjudged)
  const rejected = papers.find(({ status }) => status === 'rejected')
  return open.find(({ isNew }) => isNew) ?? open[0] ?? rejected ?? papers[0] ?? null
}

/** The paper in whose place a new one came: the last of its kind before it; null where there was none, or it is not new. */
export const replacedBy = <P extends Paper & { isNew: boolean; type: DocumentType }>(
  papers: readonly P[],
  paper: P,
): P | null => (paper.isNew && papers.findLast(({ type, isNew }) => type === paper.type && !isNew)) || null

/** The next one that nobody has judged, after the given one and then from the start; null when none is left. */
export function nextPaper<P extends Paper>(papers: readonly P[], afterId: string): P | null {
  const at = papers.findIndex(({ id }) => id === afterId)
  return [...papers.slice(at + 1), ...papers.slice(0, Math.max(at, 0))].find(isUnjudged) ?? null
}
