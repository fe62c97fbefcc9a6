import type { ForSetup } from '../../../db/organizations/stored-setup'
import type { SubmissionRow } from '../../../db/verifications/submissions'
import { isDecided, type OperationMode, type VerificationStatus, type VerificationType } from '../../../vocabulary'
import { snapshotOf, type Snapshot } from '../../organizations/snapshot'
import { compareSnapshots, type Compared } from './differences'
import { isContact, isProposed } from './field-labels.server'
import { readTarget } from '../requested-items/items'
import { clearedBy, proposalIn, valuesOf } from './proposals'
import type { RequestedItems } from '../requested-items/requested-items.server'

type Compare = {
  verification: {
    id: string
    type: VerificationType
    status: VerificationStatus
    organizationId: string
    currentMode: OperationMode | null
    requestedMode: OperationMode | null
    heldAtDecision: Snapshot | null
  }
  items: RequestedItems
  documents: readonly { id: string; type: string; fileName: string; uploadedAt: Date }[]
  /** What the organization holds now, and what was sent last and the time before. */
  stored: ForSetup
  submissions: readonly SubmissionRow[]
  mayReadDocuments: boolean
  mayReadContacts: boolean
}

type SentDocument = { id: string; fileName: string }

/** One thing that was asked for, with what came back. */
type AnsweredItem = {
  item: RequestedItems[number]
  changes: Compared[]
  answer: string | null
  /** Documents of the same kind, those before and those that came for it; null where none came, and for who may not see them. */
  documents: { before: SentDocument[]; after: SentDocument[] } | null
  /** Answered, and nothing is other than before. */
  isUnchanged: boolean
}

const CHANGES: readonly VerificationType[] = [
  'bank_account_update',
  'address_change',
  'legal_representative_change',
  'operation_mode_change',
]

/**
 * Everything that an applicant sent, and what of it is new: first what was asked for, then all else that changed since the
 * time before. A change that is applied for is held against what the organization has now, or had as it was decided. Each
 * value stands once.
 */
export function compareSent({
  verification,
  items,
  documents,
  stored,
  submissions: [last, previous],
  mayReadDocuments,
  mayReadContacts,
}: Compare) {
  const present = snapshotOf(stored)
  const isOpen = !isDecided(verification.status)
  const isChange = CHANGES.includes(verification.type)
  const isOpenChange = isChange && isOpen
  const fields = last?.fields ?? {}
  const applied = {
    ...present,
    ...(isOpenChange ? proposalIn(verification.type, fields) : fields),
    ...proposedMode(verification),
  }
  const before = isOpenChange
    ? { ...valuesOf(verification.type, stored.organization), ...present }
    : {
        ...(previous?.fields ?? withoutProposed(applied)),
        ...presentMode(verification),
        ...verification.heldAtDecision,
      }
  const sent = isChange ? { ...applied, ...clearedOnRecord(applied, before) } : applied
  const rows = compareSnapshots(withProposed(before, sent), sent).filter(
    ({ key }) => mayReadContacts || !isContact(key),
  )
  const asked = answeredItems(items, documents, rows, mayReadDocuments, mayReadContacts)
  const shown = new Set(asked.flatMap(({ changes }) => changes.map(nameOf)))
  const rest = rows.filter((row) => !shown.has(nameOf(row)))
  const [changed, unchanged] = [rest.filter(({ isChanged }) => isChanged), rest.filter(({ isChanged }) => !isChanged)]
  const named = unchanged.filter(({ key }) => isChange && key === 'representative.name')
  return {
    asked,
    changed,
    /** Who is proposed, where that is who is on record. */
    named,
    unchanged: unchanged.length - named.length,
    all: rows,
    isChange,
    isOpen,
  }
}

export type Comparison = ReturnType<typeof compareSent>

const nameOf = ({ key, branch }: Compared) => `${key} ${branch ?? ''}`

const proposedMode = ({ currentMode, requestedMode }: Compare['verification']): Snapshot =>
  currentMode && requestedMode ? { 'basic.operationMode': requestedMode } : {}

const presentMode = ({ currentMode }: Compare['verification']): Snapshot =>
  currentMode ? { 'basic.operationMode': currentMode } : {}

const withoutProposed = (sent: Snapshot): Snapshot =>
  Object.fromEntries(Object.entries(sent).filter(([key]) => !isProposed(key)))

const clearedOnRecord = (sent: Snapshot, before: Snapshot): Snapshot =>
  Object.fromEntries(Object.entries(clearedBy(sent, before)).filter(([key]) => before[key]))

/** What was not on record has no value before; what nobody proposed does not change, whatever is on record. */
const withProposed = (before: Snapshot, sent: Snapshot): Snapshot => ({
  ...Object.fromEntries(
    Object.keys(sent)
      .filter(isProposed)
      .map((key) => [key, null]),
  ),
  ...Object.fromEntries(Object.entries(before).filter(([key]) => !isProposed(key) || key in sent)),
})

/** The items of the last request, once they are answered. */
function answeredItems(
  items: RequestedItems,
  documents: Compare['documents'],
  rows: readonly Compared[],
  mayReadDocuments: boolean,
  mayReadContacts: boolean,
): AnsweredItem[] {
  const answered = items.filter(({ answer }) => answer !== null)
  const last = answered.filter(({ version }) => version === answered[0]?.version)
  return last.map((item): AnsweredItem => {
    const { before, after, words: answer = null, documentIds = [] } = item.answer ?? {}
    const all =
      before !== undefined || after !== undefined
        ? compareSnapshots(asSnapshot(before), asSnapshot(after)).filter(({ isChanged }) => isChanged)
        : []
    const changes = all.filter(({ key }) => mayReadContacts || !isContact(key))
    const target = readTarget(item.target)
    const type = target?.kind === 'document' ? target.type : null
    const came = documents.filter(({ id }) => documentIds.includes(id))
    const first = Math.min(...came.map(({ uploadedAt }) => uploadedAt.getTime()))
    return {
      item,
      // A field that was answered and sent again since stands as it was answered.
      changes,
      answer,
      documents:
        came.length > 0 && mayReadDocuments
          ? {
              before: documents
                .filter((one) => one.type === type && !documentIds.includes(one.id) && one.uploadedAt.getTime() < first)
                .map(sentDocument),
              after: came.map(sentDocument),
            }
          : null,
      isUnchanged: all.length === 0 && documentIds.length === 0 && (type !== null || target?.kind === 'field'),
    }
  })
}

const sentDocument = ({ id, fileName }: SentDocument): SentDocument => ({ id, fileName })

const asSnapshot = (value: unknown): Snapshot =>
  typeof value === 'object' && value !== null ? (value as Snapshot) : {}
