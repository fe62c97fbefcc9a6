import type { RouterContextProvider } from 'react-router'
import { readForm } from '../../../http/form.server'
import type { Refusal } from './decide-from-form.server'
import { readTyped } from './typed.server'

/** The form with one row more or less, when that was the button pressed; null when the form was sent. */
export async function readRowChange(posted: {
  request: Request
  context: Readonly<RouterContextProvider>
}): Promise<Refusal | null> {
  const form = await readForm(posted.request.clone(), posted.context)
  const change = form.get('rows')
  if (typeof change !== 'string') return null
  const typed = readTyped(form)
  const items = change === 'add' ? [...typed.items, ''] : typed.items.filter((_, index) => `remove ${index}` !== change)
  return { typed: { ...typed, items }, errors: {}, conflict: null, hasFailed: false }
}
