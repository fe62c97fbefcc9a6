import type { z } from 'zod'
import type { TextKey } from '../../../i18n/keys'
import { translate } from '../../../i18n/texts.server'
import type { Language } from '../../../vocabulary'

const FIELDS = ['notes', 'reason', 'answer', 'items']

/** The first message of each field, spoken; the schemas' messages are translation keys. Items are named `items.0`. */
export function speakErrors(error: z.ZodError, language: Language): Partial<Record<string, string>> {
  const spoken: Partial<Record<string, string>> = {}
  for (const { path, message } of error.issues) {
    const name = path.join('.')
    if (FIELDS.includes(String(path[0]))) spoken[name] ??= translate(language, { key: message as TextKey })
  }
  return spoken
}
