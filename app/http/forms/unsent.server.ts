import type { RouterContextProvider } from 'react-router'
import { unsentContext } from '../../context'
import { isUploadPath } from './upload.server'

/** Keeps what was posted, so that the error page can offer to send it again; nothing of a file is read. */
export async function keepUnsent(request: Request, context: Readonly<RouterContextProvider>): Promise<void> {
  const { pathname, search } = new URL(request.url)
  if (isUploadPath(pathname)) return
  const form = await request
    .clone()
    .formData()
    .catch(() => null)
  if (!form) return
  const fields = [...form].filter((field): field is [string, string] => typeof field[1] === 'string')
  ;(context as RouterContextProvider).set(unsentContext, { action: pathname + search, fields })
}
