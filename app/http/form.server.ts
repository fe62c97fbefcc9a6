import type { RouterContextProvider } from 'react-router'
import { failure } from './failures.server'

/** The fields of a posted form. The edge has limited and checked the body; what is still unreadable is 400. */
export async function readForm(request: Request, context: Readonly<RouterContextProvider>): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw failure(context, 400)
  }
}
