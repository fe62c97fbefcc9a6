import { parseWithZod } from '@conform-to/zod/v4'
import type { RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import { servicesContext } from '../../context'
import type { Permit } from '../../domain/access'
import { readOwnAccount, saveOwnAccount } from '../../domain/settings/account.server'
import type { AccountInput, DisplayInput } from '../../domain/settings/input'
import { versionOf } from '../../domain/form-fields'
import { formAction, restoreFormDraft, type Destination, type Rejection } from '../../http/forms/form-action.server'
import { typedFields } from '../../http/forms/posted-fields.server'

type FormArgs = { context: Readonly<RouterContextProvider>; url: URL }

/** Somebody changed the account meanwhile, in another window. */
export type Stale = { isStale: boolean }

/** The account with what was typed into one of its forms and never sent. */
export async function readKeptAccount(args: FormArgs, own: Permit<'settings.own'>) {
  const account = await readOwnAccount(args.context.get(servicesContext), own)
  const { version } = account
  const kept = await restoreFormDraft<Stale>(args, (posted) => ({ isStale: versionOf(posted) !== version }))
  const restored = kept && { ...kept, refusal: { ...kept.refusal, seen: { version: String(version) } } }
  return { account, restored }
}

/**
 * What was typed into settings of everybody and never sent; where they are others by now, with what their conflict says. What cannot
 * be read is compared once it is sent: it keeps the version that it was drawn from.
 */
export const restoreShared = <Schema extends z.ZodType, Extra extends Stale>(
  args: FormArgs,
  { version, schema, conflict }: Shared<Schema, Extra>,
) =>
  restoreFormDraft<Extra>(args, (posted) => {
    if (versionOf(posted) === version) return {} as Partial<Extra>
    const typed = parseWithZod(typedFields(posted), { schema, disableAutoCoercion: true })
    if (typed.status !== 'success') return { isStale: true } as Partial<Extra>
    return { ...(conflict(typed.value).extra as Partial<Extra>), seen: { version: String(version) } }
  })

type Shared<Schema extends z.ZodType, Extra extends Stale> = {
  version: number
  schema: Schema
  conflict: (input: z.output<Schema>) => Rejection<Extra>
}

/** Saves one form of the settings: 302 with a toast, 422 with the fields' messages, or 409 with the text kept. */
export function saveSettings<Schema extends z.ZodType<AccountInput | DisplayInput>>(
  args: FormArgs & { request: Request },
  own: Permit<'settings.own'>,
  schema: Schema,
  more: (input: z.output<Schema>) => Pick<Destination, 'cookies' | 'reloads'> = () => ({}),
) {
  const services = args.context.get(servicesContext)
  return formAction<Schema, void, { version: number }, Stale>(args, {
    schema,
    command: (input, { requestId, posted }) =>
      saveOwnAccount(services, own, input, { version: versionOf(posted), requestId }),
    conflict: ({ version }) => ({ seen: { version }, extra: { isStale: true } }),
    done: (_outcome, input) => ({ to: args.url.pathname, toast: 'settings:toast.saved', ...more(input) }),
  })
}
