import { actionPath, reviewAddressOf } from '../../../domain/verifications/queue/verification-list'
import type { Actor } from '../../../domain/access'
import { isTwoPersonAction } from '../../../domain/verifications/second-person/second-person'
import { permissionToAgree } from '../../../domain/verifications/verification-actions'
import type { UnderReview } from '../../../domain/verifications/verification-detail.server'

/**
 * Returns the decision prepared for a second person, and whether this person may be that one; null when there is none, or its maker
 * now decides alone.
 */
export function preparedView(found: UnderReview, actor: Actor) {
  const { verification, prepared, dependence, documents, unopened, mustOpen } = found
  if (!prepared || !isTwoPersonAction(prepared.action)) return null
  const { action, actorId, actorName, typed } = prepared
  if (actorId === actor.id && verification.people === 1) return null
  const may = permissionToAgree(actor, verification, action) === 'yes' && actorId !== actor.id
  const note = action === 'approve' ? typed.notes : typed.reason
  return {
    address: actionPath(reviewAddressOf(verification), 'second'),
    version: verification.version,
    action,
    name: actorName,
    note: note ?? '',
    may,
    /** This person prepared it, and waits for somebody else. */
    isMine: actorId === actor.id,
    /** Why they may only give it back; null when they are independent. */
    dependence,
    unopened: action === 'approve' ? unopened.map(({ fileName }) => fileName) : [],
    mustOpen,
    /** A verdict on any of them makes the prepared decision void. */
    hasDocumentsToVerify: documents?.some(({ isToVerify }) => isToVerify) ?? false,
  }
}

export type PreparedView = ReturnType<typeof preparedView>
