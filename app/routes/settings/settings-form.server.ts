import { parseWithZod } from '@conform-to/zod/v4'
import type { RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import { servicesContext } from '../../context'
import type { Permit } from '../../domain/access'
import { readOwnAccount, saveOwnAccount } from '../../domain/settings/account.server'
import { mergeOntoNewer, type FieldsOf, type OwnAccount } from '../../domain/settings/drawn-settings'
import type { AccountInput, DisplayInput } from '../../domain/settings/input'
import { versionOf } from '../../domain/form-fields'
import { formAction, restoreFormDraft, type Destination, type Rejection } from '../../http/forms/form-action.server'
import { typedFields } from '../../http/forms/posted-fields.server'

type FormArgs = { context: Readonly<RouterContextProvider>; url: URL }

/** The settings were changed meanwhile, perhaps in another window. */
export type Stale = { isStale: boolean }

/** The same for a person's own settings: `newer` has the saved value of each field that is newer than what was typed. */
export type OwnStale = Stale & { newer: Readonly<Record<string, string>> }

/** Returns the account with the draft of one of its forms; `seen` tells the form which values it was drawn with. */
export async function readKeptAccount(args: FormArgs, own: Permit<'settings.own'>, fieldsOf: FieldsOf) {
  const account = await readOwnAccount(args.context.get(servicesContext), own)
  const restored = await restoreFormDraft<OwnStale>(args, (posted, typed) => {
    if (versionOf(posted) === account.version) return { isStale: false }
    const { extra, ...again } = ontoStale(account, fieldsOf, typed)
    return { ...again, ...extra }
  })
  return { account, seen: JSON.stringify(fieldsOf(account)), restored }
}

/** What a form is drawn again with when the person's own settings are newer. */
function ontoStale(account: OwnAccount, fieldsOf: FieldsOf, typed: Readonly<Record<string, unknown>>) {
  const now = fieldsOf(account)
  const onto = mergeOntoNewer(now, typed)
  return {
    seen: { version: String(account.version), seen: JSON.stringify(now) },
    typed: onto.typed,
    extra: { isStale: hasNewer(onto), newer: onto.newer },
  }
}

const hasNewer = ({ newer }: ReturnType<typeof mergeOntoNewer>): boolean => Object.keys(newer).length > 0

/**
 * Restores the draft of a shared settings form; if the settings have changed since, with what their conflict says. A draft that
 * cannot be parsed is compared when it is sent: it keeps the version that it was drawn from.
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

/**
 * Saves one form of a person's own settings: 302 with a toast, 422 with the fields' messages, or 409 with the typed values on top of
 * the newer ones.
 */
export function saveSettings<Schema extends z.ZodType<AccountInput | DisplayInput>>(
  args: FormArgs & { request: Request },
  own: Permit<'settings.own'>,
  { schema, fieldsOf, leads = () => ({}) }: OwnForm<Schema>,
) {
  const services = args.context.get(servicesContext)
  return formAction<Schema, void, OwnAccount, OwnStale>(args, {
    schema,
    command: (input, { requestId, posted }) =>
      saveOwnAccount(services, own, input, {
        version: versionOf(posted),
        isOnto: (now) => !hasNewer(mergeOntoNewer(fieldsOf(now), Object.fromEntries(posted))),
        requestId,
      }),
    conflict: (now, _input, typed) => ontoStale(now, fieldsOf, typed),
    done: (_outcome, input) => ({ to: args.url.pathname, toast: 'settings:toast.saved', ...leads(input) }),
  })
}

type OwnForm<Schema extends z.ZodType> = {
  schema: Schema
  fieldsOf: FieldsOf
  leads?: (input: z.output<Schema>) => Pick<Destination, 'cookies' | 'reloads'>
}
