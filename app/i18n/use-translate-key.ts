import type { Text, TextKey } from './keys'
import { useTranslation } from './use-translation'

/** Translates keys that come from the domain; their namespace must be `common` or named in the route's `handle.texts`. */
export function useTranslateKey(): (text: Text | TextKey) => string {
  const { t } = useTranslation()
  const translate = t as unknown as (key: string, values?: Text['values']) => string
  return (text) => (typeof text === 'string' ? translate(text) : translate(text.key, text.values))
}
