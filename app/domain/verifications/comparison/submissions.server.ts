import { findForSetup } from '../../../db/organizations/stored-setup'
import type { Queries } from '../../../db/engine/database'
import { insertSubmission, selectLastSubmissions } from '../../../db/verifications/submissions'
import { selectApplicationDocuments } from '../../../db/verifications/verifications'
import type { VerificationType } from '../../../vocabulary'
import { snapshotOf, type Snapshot } from '../../organizations/snapshot'
import { proposalIn, proposesValues } from './proposals'

type Sent = {
  verificationId: string
  organizationId: string
  type: VerificationType
  version: number
  at: Date
  /** What is proposed otherwise than before. */
  proposed?: Snapshot
}

/** Keeps what an organization sends, as it stands now: all its steps, what it proposes and the documents of the application. */
export async function saveSubmission(
  tx: Queries,
  { verificationId, organizationId, type, version, at, proposed = {} }: Sent,
): Promise<void> {
  const stored = await findForSetup(tx, organizationId)
  if (!stored) return
  const documents = await selectApplicationDocuments(tx, verificationId)
  await insertSubmission(tx, {
    verificationId,
    version,
    submittedAt: at,
    fields: { ...snapshotOf(stored), ...(await findProposal(tx, { id: verificationId, type })), ...proposed },
    documents: documents.map(({ id, type, fileName }) => ({ id, type, fileName })),
  })
}

/** What an application proposed when it was sent last; nothing where its type proposes nothing. */
export async function findProposal(
  queries: Queries,
  { id, type }: { id: string; type: VerificationType },
): Promise<Snapshot> {
  if (!proposesValues(type)) return {}
  const [last] = await selectLastSubmissions(queries, id)
  return last ? proposalIn(type, last.fields) : {}
}
