import type { DocumentType, TimelineEvent, VerificationStatus } from '../../vocabulary'

/** What holds instead of the wanted decision, for the page that says so. */
export type DecisionConflict = {
  /** `state`: somebody else came first or it is not its turn; `stale`: drawn from an older version; `document`: one is rejected. */
  because: 'state' | 'stale' | 'document'
  status: VerificationStatus
  version: number
  latest: {
    event: TimelineEvent
    at: Date
    actorName: string | null
    note: string | null
    items: string[]
  } | null
  rejectedDocuments: { id: string; type: DocumentType; fileName: string }[]
}

/** What a decision brought about. */
export type DecisionResult = {
  organizationId: string
  organizationName: string
  submittedAt: Date
  status: VerificationStatus
  version: number
  /** False when the organization had moved on, so that the decision left it as it was; null when it has no effect on it. */
  didChangeOrganization: boolean | null
  /** An approved mode change came too late: the organization already works in another mode. */
  isModeKept: boolean
}

/** Where a decision is taken: the version is the one its form was drawn from. */
export type DecisionTarget = {
  id: string
  version: number
  requestId: string
  /** True at an address of mode change requests: other types are not there. */
  mustBeModeChange?: boolean
}
