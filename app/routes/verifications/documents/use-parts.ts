import { useState } from 'react'
import { untilConnected } from '../../../ui/frame/network/connection'
import type { DeskDocument } from './use-shown-document'

/** The wait that a busy server asks for. */
const BUSY_MS = 5000
const ASKED_MAX = 5
const TOO_MUCH = 429
const FAILED_FROM = 500

/** Waits before a retry: for the network when there was no answer, for a while after a busy one. False when the answer is final. */
export async function waitToAskAgain(answer: Response | null, asked: number, signal?: AbortSignal): Promise<boolean> {
  if (!answer) {
    await untilConnected(signal)
    return true
  }
  const isBusy = answer.status === TOO_MUCH || answer.status >= FAILED_FROM
  if (!isBusy || asked > ASKED_MAX) return false
  await new Promise((resolve) => setTimeout(resolve, BUSY_MS))
  return true
}

/** The address of a document's picture from a page on, counted from 0; with `count`, of how many pages it holds. */
export function partAt(shown: string, from: number, count?: 'count'): string {
  const search = [...(from > 0 ? [`from=${from}`] : []), ...(count ? [count] : [])].join('&')
  return search ? `${shown}?${search}` : shown
}

/** The index of the first page after a picture, where the next one begins; null after the last. Throws when the headers do not say. */
export function nextPageIndex(headers: Headers, from: number): number | null {
  const [count, drawn] = ['X-Pages', 'X-Drawn'].map((name) => Number(headers.get(name)))
  if (!count || !drawn) throw new Error('No count of pages')
  return from + drawn < count ? from + drawn : null
}

/** Requests it, with retries when the network or a busy server failed; throws when there is no usable answer. */
export async function fetchNextPageIndex(shown: string, from: number, signal?: AbortSignal): Promise<number | null> {
  for (let asked = 1; ; asked += 1) {
    const answer = await fetch(partAt(shown, from, 'count'), { signal }).catch(() => null)
    if (answer?.ok) return nextPageIndex(answer.headers, from)
    if (!(await waitToAskAgain(answer, asked, signal))) throw new Error(`Pages not counted: ${answer?.status}`)
  }
}

/**
 * The first page of each picture of a document. How many pages a picture holds depends on their shape, so the next is known only
 * when the one before has loaded. A PDF whose pages cannot be counted cannot be drawn.
 */
export function useParts({ shown, isPicture }: DeskDocument, onUndrawn: () => void) {
  const [starts, setStarts] = useState([0])
  async function findNext(from: number, signal?: AbortSignal) {
    if (isPicture || from !== starts.at(-1)) return
    try {
      const next = await fetchNextPageIndex(shown, from, signal)
      if (next !== null) setStarts((now) => (now.includes(next) ? now : [...now, next]))
    } catch {
      if (!signal?.aborted) onUndrawn()
    }
  }
  return { starts, findNext: (from: number, signal?: AbortSignal) => void findNext(from, signal) }
}
