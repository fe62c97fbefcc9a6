import type { Route } from './+types/mode-change-detail'
import { failure } from '../../http/failures.server'
import { permit } from '../../http/permit.server'
import { readReview } from './review/read-review.server'
import { ReviewPage } from './review/review-page'

export { shouldRevalidate } from './after-conflict'

export const handle = { texts: ['verifications', 'organizations'] }

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const reading = permit(context, 'verifications.read')
  const view = await readReview(context, reading, params.id, url)
  if (!view.modes) throw failure(context, 404)
  return view
}

export default function ModeChangeDetail({ loaderData }: Route.ComponentProps) {
  return <ReviewPage view={loaderData} />
}
