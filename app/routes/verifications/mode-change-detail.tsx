import type { Route } from './+types/mode-change-detail'
import { failure } from '../../http/answers/failures.server'
import { permit } from '../../http/sign-in/permit.server'
import { readReview, withStatus } from './review/read-review.server'
import { ReviewPage } from './review/review-page'

export { shouldRevalidate } from './after-conflict'

export const handle = { texts: ['verifications', 'organizations', 'setup', 'notes'] }

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const reading = permit(context, 'verifications.read')
  const view = await readReview({ context, params, url }, reading)
  if (!view.modes) throw failure(context, 404)
  return withStatus(view)
}

export default function ModeChangeDetail({ loaderData }: Route.ComponentProps) {
  return <ReviewPage desk={loaderData} />
}
