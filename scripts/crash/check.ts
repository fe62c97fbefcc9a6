import { VERIFICATION_ACTIONS, VERIFICATION_ACTION_NAMES } from '../../app/domain/verifications/verification-actions'
import type { Call } from './history'
import type { Snapshot } from './snapshot'

type Events = Snapshot['events']

/** Everything in the database that contradicts the calls, the state machine or itself; empty when all is well. */
export function violations(before: Snapshot, now: Snapshot, calls: readonly Call[]): string[] {
  const events = byVerification(now.events)
  return [
    ...now.verifications.flatMap((one) => brokenTimeline(one, events.get(one.id) ?? [])),
    ...calls.flatMap((call) => brokenCall(call, events.get(call.verificationId) ?? [])),
    ...brokenCounts(before, now),
    ...brokenEffects(before, now),
  ]
}

function byVerification(events: Events): Map<string, Events> {
  const grouped = new Map<string, Events>()
  for (const event of events) {
    const known = grouped.get(event.verificationId)
    if (known) known.push(event)
    else grouped.set(event.verificationId, [event])
  }
  return grouped
}

/** Versions run from 1 without a gap, every step is an allowed one, and the row matches its last event. */
function brokenTimeline(one: Snapshot['verifications'][number], events: Events): string[] {
  const found: string[] = []
  let status = 'pending'
  events.forEach((event, index) => {
    if (event.version !== index + 1) found.push(`${one.id}: version ${event.version} in place ${index + 1}`)
    if (index > 0 && event.at < (events[index - 1]?.at ?? event.at)) found.push(`${one.id}: time goes back`)
    if (index === 0) return void (event.event === 'submitted' || found.push(`${one.id}: begins with ${event.event}`))
    const action = VERIFICATION_ACTION_NAMES.find((name) => VERIFICATION_ACTIONS[name].event === event.event)
    const rule = action && VERIFICATION_ACTIONS[action]
    if (!rule?.from.some((from) => from === status)) found.push(`${one.id}: ${event.event} from ${status}`)
    status = rule?.to ?? status
  })
  if (events.length !== one.version) found.push(`${one.id}: ${events.length} events at version ${one.version}`)
  if (status !== one.status) found.push(`${one.id}: is ${one.status}, its events say ${status}`)
  const isDecided = one.status === 'approved' || one.status === 'rejected'
  if (isDecided !== (one.reviewedAt !== null)) found.push(`${one.id}: ${one.status} and reviewed at ${one.reviewedAt}`)
  return found
}

/** An acknowledged call has exactly its event, a refused one has none, an unknown one none or one. */
function brokenCall(call: Call, events: Events): string[] {
  const { event } = VERIFICATION_ACTIONS[call.action]
  const name = `${call.verificationId}: ${call.action} of version ${call.version}`
  const own = events.filter((one) =>
    call.token === null
      ? one.version === call.version + 1 && one.event === event && one.actorId === call.actorId
      : one.note?.includes(call.token) || one.items.some((item) => item.includes(call.token ?? '')),
  )
  if (own.length > 1) return [`${name} has ${own.length} events`]
  const [found] = own
  if (!found) return call.end === 'done' ? [`${name} was acknowledged and is lost`] : []
  if (call.end === 'refused' && call.token !== null) return [`${name} was refused and has an event`]
  const isAsTold = found.event === event && found.version === call.version + 1 && found.actorId === call.actorId
  const isInTime = found.at.getTime() >= call.startedMs - 1 && found.at.getTime() <= call.endedMs + 1
  if (call.end !== 'refused' && !isAsTold) return [`${name} has another event`]
  return call.end === 'done' && !isInTime ? [`${name} happened outside its call`] : []
}

/** An event that the applicant is not told about. */
const UNTOLD = 'review_started'

/** Each new event has one audit entry, and one message to the applicant unless it is an untold one. */
function brokenCounts(before: Snapshot, now: Snapshot): string[] {
  const missing = (snapshot: Snapshot) => {
    const counts = new Map<string, number>()
    const add = (key: string, n: number) => counts.set(key, (counts.get(key) ?? 0) + n)
    for (const { verificationId: id, event } of snapshot.events) {
      if (event === 'submitted') continue
      add(`${id} audit entries of ${event}`, 1)
      add(`${id} messages of ${event}`, event === UNTOLD ? 0 : 1)
    }
    for (const { id, action: recorded } of snapshot.audits) {
      const action = VERIFICATION_ACTION_NAMES.find((name) => recorded === `verification.${name}`)
      if (action) add(`${id} audit entries of ${VERIFICATION_ACTIONS[action].event}`, -1)
    }
    for (const { id, kind } of snapshot.messages)
      if (id) add(`${id} messages of ${kind.replace('verification_', '')}`, -1)
    return counts
  }
  const atStart = missing(before)
  return [...missing(now)].flatMap(([key, n]) => {
    const more = n - (atStart.get(key) ?? 0)
    return more === 0 ? [] : [`${key}: ${Math.abs(more)} too ${more > 0 ? 'few' : 'many'}`]
  })
}

/** Each organization is in the state that its newest decision recorded. */
function brokenEffects(before: Snapshot, now: Snapshot): string[] {
  const organizationOf = new Map(now.verifications.map((one) => [one.id, one.organizationId]))
  const claimed = new Map<string, { status?: unknown; operationMode?: unknown }>()
  for (const { id, after } of now.audits.slice(before.audits.length)) {
    const organizationId = organizationOf.get(id)
    if (!organizationId || !after) continue
    const claim = claimed.get(organizationId) ?? {}
    if ('organizationStatus' in after) claim.status = after.organizationStatus
    if ('operationMode' in after) claim.operationMode = after.operationMode
    claimed.set(organizationId, claim)
  }
  const atStart = new Map(before.organizations.map((one) => [one.id, one]))
  return now.organizations.flatMap((one) => {
    const claim = claimed.get(one.id)
    const status = claim?.status ?? atStart.get(one.id)?.status
    const mode = claim?.operationMode ?? atStart.get(one.id)?.operationMode
    return [
      ...(status === one.status ? [] : [`organization ${one.id} is ${one.status}, decisions say ${status}`]),
      ...(mode === one.operationMode
        ? []
        : [`organization ${one.id} works ${one.operationMode}, decisions say ${mode}`]),
    ]
  })
}
