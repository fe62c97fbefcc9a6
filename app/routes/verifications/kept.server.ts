import { translate } from '../../i18n/texts.server'
import type { Language } from '../../vocabulary'

/** For whom an application is kept, in few words; null for nobody. */
export const keptWords = (reserved: { name: string; isForMe: boolean } | null, language: Language): string | null =>
  reserved &&
  translate(
    language,
    reserved.isForMe
      ? { key: 'verifications:claim.keptForMe' }
      : { key: 'verifications:claim.keptFor', values: { name: reserved.name } },
  )
