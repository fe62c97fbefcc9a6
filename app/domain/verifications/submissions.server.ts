import { findForSetup } from '../../db/organizations/stored-setup'
import type { Queries } from '../../db/engine/database'
import { insertSubmission } from '../../db/verifications/submissions'
import { listDocuments } from '../../db/verifications/verifications'
import { snapshotOf } from '../organizations/snapshot'

type Sent = { verificationId: string; organizationId: string; version: number; at: Date }

/** Keeps what an organization sends, as it stands now: all its steps and the documents of the application. */
export async function keepSubmission(
  tx: Queries,
  { verificationId, organizationId, version, at }: Sent,
): Promise<void> {
  const stored = await findForSetup(tx, organizationId)
  if (!stored) return
  const documents = await listDocuments(tx, verificationId)
  await insertSubmission(tx, {
    verificationId,
    version,
    submittedAt: at,
    fields: snapshotOf(stored),
    documents: documents.map(({ id, type, fileName }) => ({ id, type, fileName })),
  })
}
