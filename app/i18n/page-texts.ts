import type { TextKey } from './keys'
import type { Translator } from './translator'

let translator: Translator | null = null

export const setPageTexts = (started: Translator): void => void (translator = started)

/** A sentence in the language of the page, for code outside components; '' on the server. */
export const pageText = (key: TextKey): string => translator?.find(key, []) ?? ''
