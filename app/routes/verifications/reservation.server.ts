import { isolateName } from '../../i18n/isolate-name'
import { translate } from '../../i18n/texts.server'
import type { Language } from '../../vocabulary'

type Reserved = { name: string; isForMe: boolean } | null

/** Who an application is reserved for, in a few words; null for nobody. */
export const reservationText = (reserved: Reserved, language: Language): string | null =>
  reserved &&
  translate(
    language,
    reserved.isForMe
      ? { key: 'verifications:claim.keptForMe' }
      : { key: 'verifications:claim.keptFor', values: { name: reserved.name } },
  )

/** `reservationText` for a page, which marks the name's own language. */
export const reservationSentence = (reserved: Reserved, language: Language): string | null =>
  reservationText(reserved && { ...reserved, name: isolateName(reserved.name) }, language)
