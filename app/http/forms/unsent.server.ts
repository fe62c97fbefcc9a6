import type { RouterContextProvider } from 'react-router'
import { unsentContext } from '../../context'
import { PROOF_FIELDS } from '../../form-protocol'
import { isUploadPath } from './upload.server'

/** What proves who it is: asked for again, never kept. */
const PROOFS: readonly string[] = Object.values(PROOF_FIELDS)

/** Keeps what was posted, so that the error page can offer to send it again; nothing of a file or of a proof is read. */
export async function keepUnsent(request: Request, context: Readonly<RouterContextProvider>): Promise<void> {
  const { pathname, search } = new URL(request.url)
  if (isUploadPath(pathname)) return
  const form = await request
    .clone()
    .formData()
    .catch(() => null)
  if (!form) return
  const fields = [...form].filter(
    (field): field is [string, string] => typeof field[1] === 'string' && !PROOFS.includes(field[0]),
  )
  ;(context as RouterContextProvider).set(unsentContext, { action: pathname + search, fields })
}
