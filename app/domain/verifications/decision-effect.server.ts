import type { Queries } from '../../db/engine/database'
import {
  changeOperationMode,
  moveOrganization,
  type UnderDecision,
} from '../../db/verifications/verification-decisions'
import { sourcesOf } from '../organizations/organization-status'
import type { VerificationAction } from './verification-actions'

/** For the audit entry; `after` is absent when the organization had moved on and was left as it is. */
export type Effect = { before?: Record<string, unknown>; after?: Record<string, unknown> }

/** What a decision does to the organization (decisions, Effects); null when it concerns the organization in no way. */
export async function applyEffect(
  tx: Queries,
  action: VerificationAction,
  { organizationId, type, currentMode, requestedMode }: UnderDecision,
): Promise<Effect | null> {
  if (type === 'initial_registration' && (action === 'approve' || action === 'reject')) {
    const to = action === 'approve' ? 'approved' : 'rejected'
    const didMove = await moveOrganization(tx, { id: organizationId, from: sourcesOf(to), to })
    return didMove ? { after: { organizationStatus: to } } : {}
  }
  if (type === 'operation_mode_change' && action === 'approve' && currentMode && requestedMode) {
    const didChange = await changeOperationMode(tx, { organizationId, from: currentMode, to: requestedMode })
    return didChange ? { before: { operationMode: currentMode }, after: { operationMode: requestedMode } } : {}
  }
  return null
}
