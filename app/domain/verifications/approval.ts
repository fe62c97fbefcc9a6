import type { DocumentStatus, OperationMode, VerificationStatus } from '../../vocabulary'

type Document = { id: string; fileName: string; status: DocumentStatus }

/** One thing that stands between an application and its approval. */
export type MissingForApproval =
  | { kind: 'review' }
  | { kind: 'admin' }
  | { kind: 'answer' }
  | { kind: 'document'; documentId: string; fileName: string }
  | { kind: 'mode'; currentMode: OperationMode; presentMode: OperationMode }

/**
 * Everything missing before approval; empty for one that could be approved now, and for a decided one. A role that may not
 * decide the type misses an admin, not the start of a review of its own.
 */
export function missingForApproval(
  verification: { status: VerificationStatus; currentMode: OperationMode | null },
  organization: { operationMode: OperationMode },
  documents: readonly Document[],
  mayDecide: boolean,
): MissingForApproval[] {
  const { status, currentMode } = verification
  if (status === 'approved' || status === 'rejected') return []
  const presentMode = organization.operationMode
  return [
    ...(mayDecide ? [] : [{ kind: 'admin' } as const]),
    ...(status === 'pending' && mayDecide ? [{ kind: 'review' } as const] : []),
    ...(status === 'need_more_info' ? [{ kind: 'answer' } as const] : []),
    ...documents
      .filter((document) => document.status === 'rejected')
      .map(({ id, fileName }) => ({ kind: 'document', documentId: id, fileName }) as const),
    ...(currentMode && currentMode !== presentMode ? [{ kind: 'mode', currentMode, presentMode } as const] : []),
  ]
}
