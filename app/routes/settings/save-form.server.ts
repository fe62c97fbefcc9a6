import { data, type RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import { languageContext, servicesContext, requestInfoContext } from '../../context'
import type { Permit } from '../../domain/access'
import { readOwnAccount, saveOwnAccount } from '../../domain/settings/account.server'
import type { AccountInput, DisplayInput } from '../../domain/settings/input'
import { versionOf } from '../../domain/setup/version-input'
import { restore } from '../../http/drafts.server'
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

/** The account with what was typed into one of its forms and never sent. */
export async function readKeptAccount(
  { context, url }: { context: Readonly<RouterContextProvider>; url: URL },
  own: Permit<'settings.own'>,
) {
  const account = await readOwnAccount(context.get(servicesContext), own)
  const { version } = account
  const restored = await restore({ context, url }, (form): Refused => {
    return { typed: textsOf(form), errors: {}, version, isStale: versionOf(form) !== version }
  })
  return { account, restored }
}

const textsOf = (form: FormData): Refused['typed'] =>
  Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))

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
  const typed = textsOf(form)
  const input = schema.safeParse(fields)
  if (!input.success) {
    const language = context.get(languageContext)
    const errors: Refused['errors'] = {}
    for (const { path: at, message } of input.error.issues)
      errors[String(at[0])] ??= translate(language, { key: message as TextKey })
    return data<Refused>({ typed, errors, version: versionOf(form), isStale: false }, 422)
  }
  const { requestId } = context.get(requestInfoContext)
  const outcome = await saveOwnAccount(services, own, input.data, { version: versionOf(form), requestId })
  if (outcome.kind === 'conflict')
    return data<Refused>({ typed, errors: {}, version: outcome.now.version, isStale: true }, 409)
  const headers = new Headers()
  for (const cookie of cookies?.(input.data) ?? []) headers.append('Set-Cookie', cookie)
  return outcome.kind === 'unchanged'
    ? redirectWithToast(services, path, 'info', 'common:toast.notModified', undefined, { headers })
    : redirectWithToast(services, path, 'success', 'settings:toast.saved', undefined, { headers })
}
