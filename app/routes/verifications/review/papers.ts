import type { DocumentStatus } from '../../../vocabulary'

type Paper = { id: string; status: DocumentStatus; isNew: boolean }

/**
 * The paper that a reviewer is led to: of those nobody has judged the new ones first, behind the given one before those in
 * front of it; when all are judged the rejected one, else the first.
 */
export function toReadNext<P extends Paper>(papers: readonly P[], afterId?: string): P | null {
  const at = papers.findIndex(({ id }) => id === afterId)
  const turned = [...papers.slice(at + 1), ...papers.slice(0, Math.max(at, 0))]
  const open = turned.filter(isUnjudged)
  return (
    open.find(({ isNew }) => isNew) ??
    open[0] ??
    papers.find(({ status }) => status === 'rejected') ??
    papers[0] ??
    null
  )
}

export const isUnjudged = ({ status }: Pick<Paper, 'status'>): boolean => status !== 'verified' && status !== 'rejected'
