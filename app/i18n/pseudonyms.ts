import { PSEUDONYM_MARK } from '../pseudonyms'

const PSEUDONYM = new RegExp(`${PSEUDONYM_MARK}(?:([0-9A-F]{6})|-)`, 'g')

/** A text in which people who were erased are called as its readers call them, and what told of them is said to be erased. */
export const withPseudonyms = (text: string, find: (key: 'formerUser' | 'erased') => string): string =>
  text.includes(PSEUDONYM_MARK)
    ? text.replace(PSEUDONYM, (_, code?: string) =>
        code ? find('formerUser').replace('{{code}}', code) : find('erased'),
      )
    : text
