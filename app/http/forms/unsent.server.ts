import type { RouterContextProvider } from 'react-router'
import { unsentContext } from '../../context'

/** Keeps what was posted, so that the error page can offer to send it again. */
export async function keepUnsent(request: Request, context: Readonly<RouterContextProvider>): Promise<void> {
  const form = await request
    .clone()
    .formData()
    .catch(() => null)
  if (!form) return
  const { pathname, search } = new URL(request.url)
  const fields = [...form].filter((field): field is [string, string] => typeof field[1] === 'string')
  ;(context as RouterContextProvider).set(unsentContext, { action: pathname + search, fields })
}
