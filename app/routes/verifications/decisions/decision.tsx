import type { ReactNode } from 'react'
import { useOutletContext } from 'react-router'
import type { Route } from './+types/decision'
import { VERIFICATION_ACTION_NAMES } from '../../../domain/verifications/verification-actions'
import { lastSegment } from '../../../http/last-segment'
import { permit } from '../../../http/sign-in/permit.server'
import { postDecision, readDecision } from './decision.server'
import { DecisionForm } from './decision-form'

export { shouldRevalidate } from '../after-conflict'

const actionAt = (url: URL) => lastSegment(url, VERIFICATION_ACTION_NAMES)

export async function loader(args: Route.LoaderArgs) {
  const reviewing = permit(args.context, 'verifications.review')
  return readDecision(args, reviewing, actionAt(args.url))
}

export async function action(args: Route.ActionArgs) {
  const reviewing = permit(args.context, 'verifications.review')
  return postDecision(args, reviewing, actionAt(args.url))
}

/** Drawn in the decision column of its application's page. */
export default function Decision({ loaderData, actionData }: Route.ComponentProps) {
  const missing = useOutletContext<ReactNode>()
  return <DecisionForm drawn={loaderData} answer={actionData} missing={missing} />
}
