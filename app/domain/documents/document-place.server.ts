import { findDocumentPlace } from '../../db/documents/documents'
import type { Queries } from '../../db/engine/database'
import { isFrozen, sourcesOf } from '../organizations/organization-status'

/** Where new documents of an organization go: to the setup, to the application that waits for an answer, or nowhere now. */
export type DocumentPlace =
  | { kind: 'setup'; verificationId: null; since: null }
  | { kind: 'answer'; verificationId: string; since: Date | null }
  | { kind: 'closed' }

/** Null when there is no such organization. `lock` keeps it as it is until the transaction ends. */
export async function placeOfDocuments(
  queries: Queries,
  organizationId: string,
  lock: 'lock' | 'look',
): Promise<DocumentPlace | null> {
  const found = await findDocumentPlace(queries, organizationId, lock)
  if (!found) return null
  if (sourcesOf('submitted').includes(found.status)) return { kind: 'setup', verificationId: null, since: null }
  const waiting = isFrozen(found.status) ? null : found.waiting
  return waiting ? { kind: 'answer', verificationId: waiting.id, since: waiting.waitingSince } : { kind: 'closed' }
}
