import type { Route } from './+types/file'
import { requestInfoContext, servicesContext } from '../../../context'
import { exportPerson } from '../../../domain/users/personal-data/export-person.server'
import { failure } from '../../../http/answers/failures.server'
import { permit } from '../../../http/sign-in/permit.server'
import { freshOrConfirm } from '../../../http/sign-in/proof.server'
import { fileMiddleware } from '../../../http/answers/file-middleware.server'
import { dataConfirmAddress } from '../addresses'

export const middleware: Route.MiddlewareFunction[] = [fileMiddleware]

/** All data kept about a person, as a file; 404 when two people did not agree to it, or did so too long ago. */
export async function loader(args: Route.LoaderArgs) {
  const reading = permit(args.context, 'users.data')
  const { context, params } = args
  const allowed = freshOrConfirm(args, reading, dataConfirmAddress(params.id))
  const { requestId } = context.get(requestInfoContext)
  const outcome = await exportPerson(context.get(servicesContext), allowed, { id: params.id, requestId })
  if (outcome.kind === 'forbidden') throw failure(context, 403)
  if (outcome.kind !== 'done') throw failure(context, 404)
  return new Response(JSON.stringify(outcome.value, null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="user-${params.id}.json"`,
      'Cache-Control': 'no-store',
    },
  })
}
