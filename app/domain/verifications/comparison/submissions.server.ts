import { findForSetup } from '../../../db/organizations/stored-setup'
import type { Queries } from '../../../db/engine/database'
import { insertSubmission, listLastSubmissions } from '../../../db/verifications/submissions'
import { listRequestedItems } from '../../../db/verifications/requested-items'
import { listDocuments } from '../../../db/verifications/verifications'
import type { VerificationType } from '../../../vocabulary'
import { snapshotOf, type Snapshot } from '../../organizations/snapshot'
import { proposalIn } from './proposals'

type Sent = { verificationId: string; organizationId: string; type: VerificationType; version: number; at: Date }

/** Keeps what an organization sends, as it stands now: all its steps, what it proposes and the documents of the application. */
export async function keepSubmission(
  tx: Queries,
  { verificationId, organizationId, type, version, at }: Sent,
): Promise<void> {
  const stored = await findForSetup(tx, organizationId)
  if (!stored) return
  const documents = await listDocuments(tx, verificationId)
  await insertSubmission(tx, {
    verificationId,
    version,
    submittedAt: at,
    fields: { ...snapshotOf(stored), ...(await stillProposed(tx, verificationId, type)) },
    documents: documents.map(({ id, type, fileName }) => ({ id, type, fileName })),
  })
}

/** What was proposed before, without what the answers to the last request put in its place. */
async function stillProposed(tx: Queries, verificationId: string, type: VerificationType): Promise<Snapshot> {
  const [last] = await listLastSubmissions(tx, verificationId)
  const proposal = last ? proposalIn(type, last.fields) : {}
  if (Object.keys(proposal).length === 0) return proposal
  const items = await listRequestedItems(tx, verificationId)
  const answered = items.flatMap(({ version, answer }) =>
    version === items[0]?.version ? Object.keys(answer?.after ?? {}) : [],
  )
  return Object.fromEntries(Object.entries(proposal).filter(([key]) => !answered.includes(key)))
}
