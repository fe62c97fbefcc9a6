import type { z } from 'zod'
import type { TextKey } from '../i18n/keys'
import { translate } from '../i18n/texts.server'
import type { Language } from '../vocabulary'

/** The first message of each field, translated; the schemas' messages are translation keys. */
export function translateErrors(error: z.ZodError, language: Language): Partial<Record<string, string>> {
  const translated: Partial<Record<string, string>> = {}
  for (const { path, message } of error.issues) {
    const name = String(path[0])
    translated[name] ??= message.includes(':') ? translate(language, { key: message as TextKey }) : message
  }
  return translated
}
