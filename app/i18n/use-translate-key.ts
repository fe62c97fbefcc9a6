import type { Text, TextKey } from './keys'
import { useTexts } from './use-translation'

/** Translates keys that come from the domain; their namespace must be `common` or named in the route's `handle.texts`. */
export const useTranslateKey = (): ((text: Text | TextKey) => string) => useTexts('common').say
