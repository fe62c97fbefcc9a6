import { isIdle } from '../../../domain/verifications/claims/claim'
import {
  verificationList,
  type VerificationListState,
  verificationPath,
  WORK_VIEWS,
} from '../../../domain/verifications/queue/verification-list'
import type { listVerifications } from '../../../domain/verifications/queue/verification-queue.server'
import { formatCountry, formatDuration, formatCount, formatLasted, formatNumber } from '../../../i18n/format'
import { nameDisambiguator } from '../../../i18n/name-disambiguator.server'
import { relativeMoment } from '../../../i18n/moment'
import { soonText } from '../../../i18n/soon.server'
import { localizePseudonyms, translate } from '../../../i18n/texts.server'
import { COUNTRIES, type OperationMode } from '../../../vocabulary'
import { dueView } from '../due.server'
import { reservationSentence } from '../reservation.server'
import type { Reader } from '../../../i18n/reader'

type Found = Awaited<ReturnType<typeof listVerifications>>

/** Returns the queue in words and links, for one reader. */
export function queueView(found: Found, state: VerificationListState, reader: Reader & { id: string }) {
  const { language, timeZone, now } = reader
  const { work, nextDueAt } = found
  const moment = (at: Date) => relativeMoment(at, now, language, timeZone)
  const apart = nameDisambiguator(
    found.rows,
    language,
    ({ organizationName }) => organizationName,
    ({ submittedAt }) => moment(submittedAt).exact,
  )
  // The database may sort names by code points.
  const compareNames = new Intl.Collator(language).compare
  const { averageReviewMs, oldestPendingMs, statusCounts } = found.figures
  const shown = { ...state, page: found.page }
  const search = verificationList.search(shown)
  const durationLabel = (durationMs: number | null) =>
    durationMs === null ? null : formatDuration(durationMs, language)
  /** A row that the tab leaves out of a view is still in the whole view. */
  const isElsewhere = (view: (typeof WORK_VIEWS)[number]) => view !== state.view || state.tab === 'mode-changes'
  const modeWord = (mode: OperationMode | null) => mode && translate(language, { key: `organizations:mode.${mode}` })
  return {
    state: shown,
    total: found.total,
    totalText: formatCount(found, language),
    isEmptyQueue: Object.values(statusCounts).every((count) => count === 0),
    views: found.views.map(({ name, count }) => ({ name, count: formatNumber(count, language) })),
    work: {
      waiting: work.waiting,
      toWork: WORK_VIEWS.find((name) => isElsewhere(name) && work.counts[name] > 0) ?? state.view,
      withApplicants: work.counts['with-applicant'],
      nextDue: nextDueAt && soonText(nextDueAt, now, language, timeZone),
    },
    figures: {
      averageReview: durationLabel(averageReviewMs),
      oldestPending: durationLabel(oldestPendingMs),
      pending: formatNumber(statusCounts.pending, language),
      underReview: formatNumber(statusCounts.under_review, language),
    },
    countries: COUNTRIES.map((country) => ({ value: country, label: formatCountry(country, language) })),
    reviewers: found.reviewers
      .filter(({ id }) => id !== reader.id || state.reviewer.includes(id))
      .map(({ id, username }) => ({ value: id, label: localizePseudonyms(language, username) }))
      .toSorted((a, b) => compareNames(a.label, b.label)),
    rows: found.rows.map((row) => ({
      id: row.id,
      href: verificationPath(row) + search,
      type: row.type,
      status: row.status,
      organizationName: row.organizationName,
      organizationStatus: row.organizationStatus,
      apart: apart(row),
      country: formatCountry(row.country, language),
      currentMode: modeWord(row.currentMode),
      requestedMode: modeWord(row.requestedMode),
      reviewerName: row.reviewerName,
      keptFor: reservationSentence(row.reserved, language),
      heldFor:
        row.status === 'under_review' && row.claimedAt
          ? formatLasted(now.getTime() - row.claimedAt.getTime(), language)
          : null,
      isIdle: isIdle([row.claimedAt, row.reviewerSeenAt], now),
      due: dueView(row, reader),
      documents: row.documents,
      cameBack: row.cameBack,
      isPrepared: row.isPrepared,
      isPossibleDuplicate: row.isPossibleDuplicate,
      submitted: moment(row.submittedAt),
    })),
  }
}

export type QueuePageView = ReturnType<typeof queueView>
