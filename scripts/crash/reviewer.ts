import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { verificationPath } from '../../app/domain/verifications/queue/verification-list'
import { VERIFICATION_ACTIONS, type VerificationAction } from '../../app/domain/verifications/verification-actions'
import type { VerificationStatus, VerificationType } from '../../app/vocabulary'
import type { Visitor } from '../probe/visitor'
import type { Call } from './history'

/** An application and its presumed status; null when its page has to be asked. */
export type Work = { id: string; type: VerificationType; status: VerificationStatus | null }
/** A member of staff; parallel clients of one person never work on the same application. */
export type Person = { id: string; browser: Visitor; busy: Set<string> }
export type Switch = { isPaused: boolean; isOver: boolean }

const AWAY_MS = 100
/** Requests for more information are frequent, so that work does not run out. */
const WISHES: readonly VerificationAction[] = [
  'start',
  'resubmit',
  ...Array.from({ length: 8 }, () => 'request-info' as const),
  'approve',
  'reject',
]

/** Makes decisions through the pages, one after another, until told to stop; records each. */
export async function review(person: Person, works: Work[], calls: Call[], state: Switch): Promise<void> {
  while (!state.isOver) {
    const work = works[Math.floor(Math.random() * works.length)]
    if (state.isPaused || !work || person.busy.has(work.id)) {
      await wait(AWAY_MS)
      continue
    }
    person.busy.add(work.id)
    try {
      await reviewOne(person, work, works, calls)
    } catch {
      await wait(AWAY_MS)
    } finally {
      person.busy.delete(work.id)
    }
  }
}

async function reviewOne(person: Person, work: Work, works: Work[], calls: Call[]): Promise<void> {
  const address = verificationPath(work)
  const action = await chooseAction(person, work)
  if (!action) return
  const dialog = await person.browser.get(`${address}/${action}`)
  const version = versionIn(dialog.text, action)
  work.status = null
  if (dialog.status !== 200 || version === 0) return
  const call = await post(person, work, action, version, calls)
  if (call.end === 'done') work.status = VERIFICATION_ACTIONS[action].to
  if (action === 'approve' || action === 'reject') works.splice(works.indexOf(work), 1)
}

/** The version that the decision's own form carries; the page has other forms, such as the one that undoes the last decision. */
function versionIn(page: string, action: VerificationAction): number {
  const form = new RegExp(`<form[^>]*action="[^"]*/${action}["?][^]*?name="version" value="(\\d+)"`)
  return Number(form.exec(page)?.[1] ?? 0)
}

/** Chooses by the application's presumed status, else by the links on its page. */
async function chooseAction(person: Person, work: Work): Promise<VerificationAction | undefined> {
  const { status } = work
  const page = status ? '' : (await person.browser.get(verificationPath(work))).text
  const possible = WISHES.filter((action) =>
    status
      ? VERIFICATION_ACTIONS[action].from.some((from) => from === status)
      : new RegExp(`href="[^"]*/${action}["?]`).test(page),
  )
  return possible[Math.floor(Math.random() * possible.length)]
}

async function post(
  person: Person,
  work: Work,
  action: VerificationAction,
  version: number,
  calls: Call[],
): Promise<Call> {
  const token = action === 'start' ? null : randomUUID()
  const words = `Crash check ${token}`
  const call: Call = {
    verificationId: work.id,
    action,
    actorId: person.id,
    version,
    token,
    startedMs: Date.now(),
    endedMs: Infinity,
    end: 'unknown',
  }
  calls.push(call)
  const fields = { version: String(version), notes: words, reason: words, answer: words, items: words }
  const { status, location } = await person.browser.post(`${verificationPath(work)}/${action}`, fields)
  call.endedMs = Date.now()
  if (status === 302 && !location?.startsWith('/sign-in')) call.end = 'done'
  else if (status >= 400 && status < 500) call.end = 'refused'
  return call
}
