import type { Route } from './+types/notice'
import { servicesContext } from '../../context'
import { handleDeliveryCallback } from '../../domain/messages/delivery-callback.server'
import { failure } from '../../http/answers/failures.server'
import { readForm } from '../../http/forms/form.server'

const STATUS = { noted: 204, forged: 403 } as const

export function loader({ context }: Route.LoaderArgs): never {
  throw failure(context, 404)
}

/** Receives delivery reports from message providers; everything else is refused. */
export async function action({ request, url, params, context }: Route.ActionArgs) {
  const form = await readForm(request, context)
  const fields = [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const posted = { path: url.pathname + url.search, form: fields, headers: request.headers }
  const answer = await handleDeliveryCallback(context.get(servicesContext), params, posted)
  if (answer === 'unknown') throw failure(context, 404)
  return new Response(null, { status: STATUS[answer] })
}
