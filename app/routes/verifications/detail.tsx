import { redirect } from 'react-router'
import type { Route } from './+types/detail'
import { permit } from '../../http/sign-in/permit.server'
import { readReview, withStatus } from './review/read-review.server'
import { ReviewPage } from './review/review-page'

export { shouldRevalidate } from './after-conflict'

export const handle = { texts: ['verifications', 'organizations', 'setup', 'notes'] }

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const reading = permit(context, 'verifications.read')
  const view = await readReview({ context, params, url }, reading)
  if (view.modes) throw redirect(url.pathname.replace('/verifications/', '/verifications/mode-changes/') + url.search)
  return withStatus(view)
}

export default function Detail({ loaderData }: Route.ComponentProps) {
  return <ReviewPage desk={loaderData} />
}
