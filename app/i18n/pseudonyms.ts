import { PSEUDONYM_MARK } from '../pseudonyms'

const PSEUDONYM = new RegExp(`${PSEUDONYM_MARK}(?:([0-9A-F]{6})|-)`, 'g')

/** Replaces pseudonyms in a text by the reader's words for an erased person, and removed values by the word for "erased". */
export const replacePseudonyms = (text: string, find: (key: 'formerUser' | 'erased') => string): string =>
  text.includes(PSEUDONYM_MARK)
    ? text.replace(PSEUDONYM, (_, code?: string) =>
        code ? find('formerUser').replace('{{code}}', code) : find('erased'),
      )
    : text
