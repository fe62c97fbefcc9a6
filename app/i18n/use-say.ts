import { useTranslation } from 'react-i18next'
import type { Text, TextKey } from './keys'

/** Speaks keys that come from the domain; their namespace must be `common` or named in the route's `handle.texts`. */
export function useSay(): (text: Text | TextKey) => string {
  const { t } = useTranslation()
  const speak = t as unknown as (key: string, values?: Text['values']) => string
  return (text) => (typeof text === 'string' ? speak(text) : speak(text.key, text.values))
}

/** The first of a field's messages in words; undefined when the field is right. */
export function useFieldError(): (errors: readonly string[] | null | undefined) => string | undefined {
  const say = useSay()
  return (errors) => (errors?.[0] ? say(errors[0] as TextKey) : undefined)
}
