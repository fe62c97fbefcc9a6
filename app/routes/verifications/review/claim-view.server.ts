import { actionPath, reviewAddressOf } from '../../../domain/verifications/queue/verification-list'
import type { Actor } from '../../../domain/access'
import { permissionFor } from '../../../domain/verifications/verification-actions'
import type { UnderReview } from '../../../domain/verifications/verification-detail.server'
import { formatDateTime } from '../../../i18n/format'
import { relativeMoment } from '../../../i18n/moment'
import type { Reader } from '../../../i18n/reader'

/** Returns the application's claim and what this person may do about it, in words. */
export function claimView({ verification, claim }: UnderReview, actor: Actor, { language, timeZone, now }: Reader) {
  const { status, version } = verification
  const { isMine, holder, reserved, viewers } = claim
  const may = permissionFor(actor, verification, 'start')
  const isReviewer = may === 'yes' || may === 'state'
  return {
    id: verification.id,
    action: actionPath(reviewAddressOf(verification), 'claim'),
    version,
    isMine,
    holder: holder && { ...holder, since: holder.since && relativeMoment(holder.since, now, language, timeZone) },
    reserved: reserved && { ...reserved, until: formatDateTime(reserved.until, language, timeZone) },
    viewers,
    isReviewer,
    isWaiting: status === 'pending',
    may: {
      claim: may === 'yes',
      release: isReviewer && isMine,
      takeOver: isReviewer && holder !== null && !isMine,
    },
  }
}

export type ClaimView = ReturnType<typeof claimView>
