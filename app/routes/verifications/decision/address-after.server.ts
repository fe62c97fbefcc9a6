import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '../../../context'
import type { Permit } from '../../../domain/access'
import type { DecisionResult } from '../../../domain/verifications/decision'
import { verificationList } from '../../../domain/verifications/verification-list'
import { verificationPath } from '../../../domain/verifications/verification-path'
import { findNextInQueue } from '../../../domain/verifications/verification-queue.server'
import { addressUnder } from '../addresses'

type Decided = { context: Readonly<RouterContextProvider>; params: { id: string }; url: URL }

/** Back to the application, or on to the next one of the same queue; the list when none is left. */
export async function addressAfter(
  { context, params, url }: Decided,
  reviewing: Permit<'verifications.review'>,
  { openNext }: { openNext: boolean },
  { submittedAt, status }: DecisionResult,
): Promise<string> {
  if (!openNext) return addressUnder(url)
  const state = verificationList.read(url, reviewing.actor.pageSize)
  const key = { id: params.id, submittedAt, status }
  const next = await findNextInQueue(context.get(servicesContext), reviewing, state, key)
  return next ? verificationList.href(state, {}, verificationPath(next)) : verificationList.href(state)
}
