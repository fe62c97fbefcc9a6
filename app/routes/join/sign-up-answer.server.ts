import type { RouterContextProvider } from 'react-router'
import { personInput } from '../../domain/join/input'
import type { Join } from '../../domain/join/join'
import { normalisePhone } from '../../domain/phones/phone.server'
import type { TextKey } from '../../i18n/keys'
import { refuse, sendJoinCode, type Refused } from './send-join-code.server'

/** Takes who joins: 302 to the page of the code, 422 with what is wrong, 409 when the invite is gone, or 429. */
export async function answerSignUp(
  request: Request,
  form: FormData,
  context: Readonly<RouterContextProvider>,
  join: Join,
) {
  const input = personInput.safeParse(Object.fromEntries(form))
  const errors: Refused['errors'] = {}
  for (const issue of input.error?.issues ?? [])
    errors[issue.path[0] as keyof Refused['errors']] ??= issue.message as TextKey
  const phone = normalisePhone(String(form.get('phone') ?? ''))
  if (phone === null) errors.phone ??= 'access:error.phoneInvalid'
  if (!input.success || phone === null) return refuse(form, { errors }, { status: 422 })
  const { name, language, channel } = input.data
  return sendJoinCode(request, context, form, { ...join, person: { name, phone, language } }, channel)
}
