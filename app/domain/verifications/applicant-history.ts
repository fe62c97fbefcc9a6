import { TIMELINE_EVENTS, type HistoryEvent, type TimelineEvent } from '../../vocabulary'

const isVisibleToApplicant = (event: HistoryEvent): event is TimelineEvent =>
  TIMELINE_EVENTS.some((told) => told === event)

/** The part of a history that an applicant is told, newest first: without what staff do among themselves and what was undone. */
export function applicantHistory<Row extends { event: HistoryEvent }>(history: readonly Row[]) {
  return history.flatMap((row, index) =>
    isVisibleToApplicant(row.event) && !isUndone(history, index) ? [{ ...row, event: row.event }] : [],
  )
}

/** Whether an event was undone; `history` is newest first. */
export const isUndone = (history: readonly { event: HistoryEvent }[], index: number): boolean =>
  history[index - 1]?.event === 'undone'
