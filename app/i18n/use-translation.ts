import type { FlatNamespace, Namespace, TFunction } from 'i18next'
import { createContext, use } from 'react'
import type { Translator } from './translator'

export const TextsContext = createContext<Translator | null>(null)

/** What has not to be waited for; React takes a promise of this form without a pause. */
const HERE = Object.assign(Promise.resolve(), { status: 'fulfilled', value: undefined })

/**
 * The page's translator, once it has the namespaces; what is missing in the browser is waited for. React tells promises of one
 * component apart by their order alone, so one that is no longer missing keeps its place.
 */
export function useTexts(namespaces: string | readonly string[]): Translator {
  const translator = use(TextsContext)
  if (!translator) throw new Error('No translator around this component')
  for (const namespace of typeof namespaces === 'string' ? [namespaces] : namespaces)
    if (translator.load) use(translator.has(namespace) ? HERE : translator.load(namespace))
  return translator
}

/** Sentences of these namespaces by key; a key of another one than the first is named with it. */
export function useTranslation<const Of extends FlatNamespace | readonly FlatNamespace[] = 'common'>(
  namespaces?: Of,
): { t: TFunction<Of extends Namespace ? Of : never> } {
  const wanted = namespaces ?? 'common'
  return { t: useTexts(wanted).in(wanted) }
}
