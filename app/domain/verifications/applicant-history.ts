import { TIMELINE_EVENTS, type HistoryEvent, type TimelineEvent } from '../../vocabulary'

const isToldOf = (event: HistoryEvent): event is TimelineEvent => TIMELINE_EVENTS.some((told) => told === event)

/** What an applicant is told of a history, the newest first: neither what staff do among themselves, nor what was undone. */
export function applicantHistory<Row extends { event: HistoryEvent }>(history: readonly Row[]) {
  return history.flatMap((row, index) =>
    isToldOf(row.event) && !isUndone(history, index) ? [{ ...row, event: row.event }] : [],
  )
}

/** Whether an event of a history, the newest first, was taken back. */
export const isUndone = (history: readonly { event: HistoryEvent }[], index: number): boolean =>
  history[index - 1]?.event === 'undone'
