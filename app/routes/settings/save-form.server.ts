import { data, type RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import { languageContext, servicesContext, visitContext } from '../../context'
import type { Permit } from '../../domain/access'
import { saveOwnAccount } from '../../domain/settings/account.server'
import type { AccountInput, DisplayInput } from '../../domain/settings/input'
import { versionOf } from '../../domain/setup/version-input'
import { redirectWithToast } from '../../http/toast.server'
import type { TextKey } from '../../i18n/keys'
import { translate } from '../../i18n/texts.server'

/** A form that was not saved: what was typed, and what is wrong with it. */
export type Refused = {
  typed: Record<string, string>
  errors: Partial<Record<string, string>>
  /** The version that the next try is judged by: the one that was seen, or after a conflict the present one. */
  version: number
  /** Somebody changed the account meanwhile, in another window. */
  isStale: boolean
}

type Saving<Input> = {
  context: Readonly<RouterContextProvider>
  own: Permit<'settings.own'>
  form: FormData
  schema: z.ZodType<Input>
  /** Where the form stands. */
  path: string
  /** Cookies that go with it. */
  cookies?: (input: Input) => string[]
}

/** 302 with a toast, 422 with the fields' messages, or 409 with the text kept. */
export async function saveFromForm<Input extends AccountInput | DisplayInput>(saving: Saving<Input>) {
  const { context, own, form, schema, path, cookies } = saving
  const services = context.get(servicesContext)
  const fields = Object.fromEntries(form)
  const typed = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  const input = schema.safeParse(fields)
  if (!input.success) {
    const language = context.get(languageContext)
    const errors: Refused['errors'] = {}
    for (const { path: at, message } of input.error.issues)
      errors[String(at[0])] ??= translate(language, { key: message as TextKey })
    return data<Refused>({ typed, errors, version: versionOf(form), isStale: false }, 422)
  }
  const { requestId } = context.get(visitContext)
  const outcome = await saveOwnAccount(services, own, input.data, { version: versionOf(form), requestId })
  if (outcome.kind === 'conflict')
    return data<Refused>({ typed, errors: {}, version: outcome.now.version, isStale: true }, 409)
  const headers = new Headers()
  for (const cookie of cookies?.(input.data) ?? []) headers.append('Set-Cookie', cookie)
  return outcome.kind === 'unchanged'
    ? redirectWithToast(services, path, 'info', 'common:toast.notModified', undefined, { headers })
    : redirectWithToast(services, path, 'success', 'settings:toast.saved', undefined, { headers })
}
