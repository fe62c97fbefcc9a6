import type { TextKey } from '../../../i18n/keys'
import type { Dependence } from '../../independent-people'
import {
  WAITS_FOR,
  type DocumentType,
  type OperationMode,
  type HistoryEvent,
  type TimelineEvent,
  type VerificationStatus,
  type VerificationType,
} from '../../../vocabulary'

/** What holds instead of the wanted decision, for the page that says so. */
export type DecisionConflict = {
  /** `state`: somebody else came first or it is not its turn; `stale`: drawn from an older version; `document`: one is rejected; `unopened`: nobody has opened some. */
  because: 'state' | 'stale' | 'document' | 'unopened'
  status: VerificationStatus
  version: number
  latest: {
    event: HistoryEvent
    at: Date
    actorName: string | null
    note: string | null
    items: string[]
  } | null
  /** Those that are rejected, or that nobody has opened. */
  documents: { id: string; type: DocumentType; fileName: string }[]
  /** Why this person may not agree to what another prepared. */
  dependence?: Dependence
}

/** What a decision brought about. */
export type DecisionResult = {
  organizationId: string
  organizationName: string
  submittedAt: Date
  status: VerificationStatus
  version: number
  /** It was prepared for a second person to agree to. */
  isPrepared?: boolean
  /** An approved mode change came too late: the organization already works in another mode. */
  isModeUnchanged: boolean
}

/** Where a decision is taken: the version is the one its form was drawn from. */
export type DecisionTarget = {
  id: string
  version: number
  requestId: string
  /** Agrees to what somebody else prepared for this version. */
  agrees?: boolean
  /** True at an address of mode change requests: other types are not there. */
  mustBeModeChange?: boolean
  /** By the applicant, to whom nothing has changed before the next event that they are told of. */
  isByApplicant?: boolean
}

type Document = { id: string; fileName: string }

/** One thing that stands between an application and its approval. */
type MissingForApproval =
  | { kind: 'review' }
  | { kind: 'admin' }
  | { kind: 'answer' }
  | { kind: 'opening' }
  | { kind: 'document'; documentId: string; fileName: string }
  | { kind: 'mode'; currentMode: OperationMode; presentMode: OperationMode }

/**
 * Everything missing before approval; empty for one that could be approved now, and for a decided one. A role that may not
 * decide the type misses an admin, not the start of a review of its own.
 */
export function missingForApproval(
  verification: { status: VerificationStatus; currentMode: OperationMode | null },
  organization: { operationMode: OperationMode },
  inTheWay: readonly Document[],
  { mayDecide, toOpen }: { mayDecide: boolean; toOpen: number },
): MissingForApproval[] {
  const { status, currentMode } = verification
  if (WAITS_FOR[status] === 'nobody') return []
  const presentMode = organization.operationMode
  return [
    ...(mayDecide ? [] : [{ kind: 'admin' } as const]),
    ...(status === 'pending' && mayDecide ? [{ kind: 'review' } as const] : []),
    ...(WAITS_FOR[status] === 'applicant' ? [{ kind: 'answer' } as const] : []),
    ...inTheWay.map(({ id, fileName }) => ({ kind: 'document', documentId: id, fileName }) as const),
    ...(toOpen > 0 ? [{ kind: 'opening' } as const] : []),
    ...(currentMode && currentMode !== presentMode ? [{ kind: 'mode', currentMode, presentMode } as const] : []),
  ]
}

type Wait = { waitingSince: Date | null; waitedForApplicantMs: number }

/** The end of a wait for the applicant: its time is theirs, not the reviewer's. */
export function waitEnded({ waitingSince, waitedForApplicantMs }: Wait, at: Date) {
  if (!waitingSince) return {}
  const waitedMs = Math.max(0, at.getTime() - waitingSince.getTime())
  return { waitingSince: null, waitedForApplicantMs: waitedForApplicantMs + waitedMs }
}

/** What an applicant is told of an event, and what they can do then, with the address of their application. */
const NEWS = {
  approved: { text: 'verifications:message.approved', next: 'verifications:message.next.approved', contact: null },
  rejected: {
    text: 'verifications:message.rejected',
    next: 'verifications:message.next.rejected',
    contact: 'verifications:message.contact.rejected',
  },
  info_requested: {
    text: 'verifications:message.infoRequested',
    next: 'verifications:message.next.infoRequested',
    contact: 'verifications:message.contact.infoRequested',
  },
  resubmitted: {
    text: 'verifications:message.resubmitted',
    next: 'verifications:message.next.resubmitted',
    contact: null,
  },
} as const satisfies Partial<Record<TimelineEvent, { text: TextKey; next: TextKey; contact: TextKey | null }>>

/** Only a registration can be submitted again. */
const REJECTED_OTHER = {
  ...NEWS.rejected,
  next: 'verifications:message.next.rejectedOther',
  contact: 'verifications:message.contact.rejectedOther',
} as const

export type NewsEvent = keyof typeof NEWS

export const newsOf = (event: NewsEvent, type: VerificationType) =>
  event === 'rejected' && type !== 'initial_registration' ? REJECTED_OTHER : NEWS[event]

export const isNews = (event: HistoryEvent): event is NewsEvent => event in NEWS
