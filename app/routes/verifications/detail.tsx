import { redirect, href } from 'react-router'
import type { Route } from './+types/detail'
import { verificationPath } from '../../domain/verifications/queue/verification-list'
import { permit } from '../../http/sign-in/permit.server'
import { readReview, withStatus } from './review/read-review.server'
import { ReviewPage } from './review/review-page'

export { shouldRevalidate } from './after-conflict'

export const handle = { texts: ['verifications', 'organizations', 'setup', 'notes'] }

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const reading = permit(context, 'verifications.read')
  const view = await readReview({ context, params, url }, reading)
  const here = href('/verifications/:id', params)
  if (view.modes) throw redirect(verificationPath(view) + url.pathname.slice(here.length) + url.search)
  return withStatus(view)
}

export default function Detail({ loaderData }: Route.ComponentProps) {
  return <ReviewPage desk={loaderData} />
}
