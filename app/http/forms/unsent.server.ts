import type { RouterContextProvider } from 'react-router'
import { unsentContext, type UnsentForm } from '../../context'
import { PROOF_FIELDS } from '../../form-protocol'
import { readForm } from './form.server'
import { isUploadPath } from './upload.server'

/** Proofs of identity: asked for again, never kept. */
const PROOFS: readonly string[] = Object.values(PROOF_FIELDS)

type RequestArgs = { request: Request; context: Readonly<RouterContextProvider> }

/** Keeps the posted fields, so that the error page can offer to send them again; never a file or a proof. */
export async function keepUnsent(request: Request, context: Readonly<RouterContextProvider>): Promise<void> {
  if (isUploadPath(new URL(request.url).pathname)) return
  const form = await readForm(request, context).catch(() => null)
  if (form) rememberUnsent({ request, context }, form)
}

/** Like `keepUnsent`, for fields already read, without those named in `secret`. */
export function rememberUnsent(
  { request, context }: RequestArgs,
  form: FormData,
  secret: readonly string[] = [],
): void {
  const { pathname, search } = new URL(request.url)
  const fields = [...form].filter(
    (field): field is [string, string] =>
      typeof field[1] === 'string' && !PROOFS.includes(field[0]) && !secret.includes(field[0]),
  )
  setUnsent(context, { action: pathname + search, fields })
}

/** Marks the unsent form as one that may have been carried out. */
export function markInDoubt(context: RequestArgs['context']): void {
  const unsent = context.get(unsentContext)
  if (unsent) setUnsent(context, { ...unsent, isInDoubt: true })
}

export const forgetUnsent = (context: RequestArgs['context']): void => setUnsent(context, null)

const setUnsent = (context: RequestArgs['context'], unsent: UnsentForm | null) =>
  void (context as RouterContextProvider).set(unsentContext, unsent)
