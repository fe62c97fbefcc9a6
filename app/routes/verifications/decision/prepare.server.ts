import { data, type RouterContextProvider } from 'react-router'
import { languageContext, servicesContext } from '../../../context'
import type { Permit } from '../../../domain/access'
import { prepareDecision } from '../../../domain/verifications/prepare-decision.server'
import type { VerificationAction } from '../../../domain/verifications/verification-actions'
import { failure } from '../../../http/failures.server'
import { restore } from '../../../http/drafts.server'
import { addressUnder, isModeChangeAddress } from '../addresses'
import type { Refusal } from './decide-from-form.server'
import { conflictView } from './conflict-view.server'
import { readTyped, type Typed } from './typed.server'

type Asked = { context: Readonly<RouterContextProvider>; params: { id: string }; url: URL }

/** What a decision's dialog shows: 409 and the reason when it is not possible now, 403 and 404 as the command would. */
export async function prepareDialog(
  { context, params, url }: Asked,
  reviewing: Permit<'verifications.review'>,
  action: VerificationAction,
) {
  const services = context.get(servicesContext)
  const place = { id: params.id, mustBeModeChange: isModeChangeAddress(url) }
  const kept = action === 'start' ? undefined : await restore({ context, url }, readTyped)
  const prepared = await prepareDecision(services, reviewing, action, { ...place, seen: kept?.refusal.version })
  if (prepared.kind === 'missing') throw failure(context, 404)
  if (prepared.kind === 'forbidden') throw failure(context, 403)
  const { now, newer, requestedMode, ...rest } = prepared.value
  const reader = { language: context.get(languageContext), timeZone: reviewing.actor.timeZone, now: services.now() }
  const conflict = newer && conflictView(newer, reader)
  const again = (typed: Typed): Refusal => ({ typed, errors: {}, conflict, hasFailed: false })
  const restored = kept && { ...kept, refusal: again(kept.refusal) }
  const view = {
    ...rest,
    restored,
    mode: requestedMode,
    closeTo: addressUnder(url),
    obstacle: now && conflictView(now, reader),
  }
  return data(view, { status: now ? 409 : 200 })
}

export type DialogView = Awaited<ReturnType<typeof prepareDialog>>['data']
