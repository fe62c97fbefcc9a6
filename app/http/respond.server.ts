import { data, type RouterContextProvider } from 'react-router'
import { servicesContext } from '../context'
import type { Outcome } from '../domain/outcome'
import type { Text, TextKey } from '../i18n/keys'
import { failure } from './failures.server'
import { redirectWithToast } from './toast.server'

/** Read by the running console: the redirect takes the place of the address that was posted to. */
const IN_PLACE = { headers: { 'X-Remix-Replace': 'true' } }

type Answers = { done: string; toast: TextKey; values?: Text['values']; unchanged: string }

/**
 * The answer to a command, in one place: done → redirect with its toast, in place of the form, so that Back does not open it
 * again; unchanged → redirect with 'Content not modified!'
 * (304 semantics); conflict → 409 with what holds now; forbidden → 403; missing → 404.
 */
export function respond<Done>(
  context: Readonly<RouterContextProvider>,
  outcome: Exclude<Outcome<Done>, { kind: 'conflict' }>,
  to: Answers,
): Promise<Response>
export function respond<Done, Now>(
  context: Readonly<RouterContextProvider>,
  outcome: Outcome<Done, Now>,
  to: Answers,
): Promise<Response | ReturnType<typeof data<{ conflict: Now }>>>
export async function respond<Done, Now>(
  context: Readonly<RouterContextProvider>,
  outcome: Outcome<Done, Now>,
  to: Answers,
) {
  const services = context.get(servicesContext)
  switch (outcome.kind) {
    case 'done':
      return redirectWithToast(services, to.done, 'success', to.toast, to.values, IN_PLACE)
    case 'unchanged':
      return redirectWithToast(services, to.unchanged, 'info', 'common:toast.notModified', undefined, IN_PLACE)
    case 'conflict':
      return data({ conflict: outcome.now }, { status: 409 })
    case 'forbidden':
      throw failure(context, 403)
    case 'missing':
      throw failure(context, 404)
  }
}
