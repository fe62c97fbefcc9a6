import type { FlatNamespace, Namespace, TFunction } from 'i18next'
import { createContext, use } from 'react'
import type { Translator } from './translator'

export const TextsContext = createContext<Translator | null>(null)

/** For a namespace that is already there: React does not suspend for a promise of this form. */
const HERE = Object.assign(Promise.resolve(), { status: 'fulfilled', value: undefined })

/**
 * Returns the page's translator; in the browser it suspends until missing namespaces are loaded. React tells the promises of one
 * component apart by their order alone, so a loaded namespace keeps its place.
 */
export function useTexts(namespaces: string | readonly string[]): Translator {
  const translator = use(TextsContext)
  if (!translator) throw new Error('No translator around this component')
  for (const namespace of typeof namespaces === 'string' ? [namespaces] : namespaces)
    if (translator.load) use(translator.has(namespace) ? HERE : translator.load(namespace))
  return translator
}

/** Sentences of these namespaces by key; a key outside the first namespace names its own. */
export function useTranslation<const Of extends FlatNamespace | readonly FlatNamespace[] = 'common'>(
  namespaces?: Of,
): { t: TFunction<Of extends Namespace ? Of : never> } {
  const wanted = namespaces ?? 'common'
  return { t: useTexts(wanted).in(wanted) }
}
