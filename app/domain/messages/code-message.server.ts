import { findCode, findLanguageOfPhone, findUserWhoMaySignIn } from '../../db/sign-in'
import { isLanguage } from '../../i18n/languages'
import { translate } from '../../i18n/texts.server'
import type { Services } from '../../services.server'
import type { Language } from '../../vocabulary'
import { LIMITS, prefixOf } from '../limits/limit'
import { takeRoom } from '../limits/limits.server'
import { mayReceiveCodes } from '../sign-in/phone.server'

export const CODE_MESSAGE = 'sign_in_code'

/** Tells the owner of a number that somebody wanted to join with it although it has an account. */
const ACCOUNT_NOTICE = 'account_notice'

/** What to deliver, as which kind when not as the message's own, or why nothing is delivered. */
export type Prepared =
  | { text: string; kind?: string; language?: Language; code?: string }
  | { refused: 'not-entitled' | 'over-budget' | 'replaced' }

/** What the outbox keeps sealed for a code until its words are made; the language is given for a code to join with. */
export const packCode = (challengeId: string, code: string, joiningIn?: Language): string =>
  [challengeId, code, joiningIn].filter(Boolean).join(' ')

/**
 * The words that carry a code, in the language of the person. Decided only here, so that asking for a code looks the same
 * for every number: no words for unknown or shut out people, other countries, other kinds of numbers.
 */
export async function prepareCodeMessage(
  services: Services,
  phone: string,
  packed: string,
  isFirst: boolean,
): Promise<Prepared> {
  const [challengeId = '', code = '', joiningIn] = packed.split(' ')
  if (!mayReceiveCodes(phone, services.env.codeCountries)) return { refused: 'not-entitled' }
  const prepared = isLanguage(joiningIn)
    ? await wordsForJoining(services, phone, code, joiningIn)
    : await wordsForSignIn(services, phone, code)
  if ('refused' in prepared) return prepared
  const challenge = await findCode(services.db, challengeId)
  if (!challenge || challenge.replacedAt !== null) return { refused: 'replaced' }
  if (isFirst && !(await isWithinBudget(services, phone))) return { refused: 'over-budget' }
  return prepared
}

async function wordsForSignIn({ db }: Services, phone: string, code: string): Promise<Prepared> {
  const user = await findUserWhoMaySignIn(db, phone)
  if (!user) return { refused: 'not-entitled' }
  const { language } = user
  return { text: translate(language, { key: 'messages:signInCode', values: { code } }), language, code }
}

async function wordsForJoining({ db, env }: Services, phone: string, code: string, joiningIn: Language) {
  const ownersLanguage = await findLanguageOfPhone(db, phone)
  if (ownersLanguage === null)
    return {
      text: translate(joiningIn, { key: 'messages:signUpCode', values: { code } }),
      language: joiningIn,
      code,
    }
  const link = `${env.publicOrigin}/sign-in`
  return {
    kind: ACCOUNT_NOTICE,
    language: ownersLanguage,
    text: translate(ownersLanguage, { key: 'messages:alreadyHasAccount', values: { link } }),
  }
}

async function isWithinBudget(services: Services, phone: string): Promise<boolean> {
  const prefix = prefixOf(phone)
  const waitMs = await services.db.transaction((tx) =>
    takeRoom(tx, services, [
      { limit: LIMITS.codesDelivered, subject: 'all' },
      { limit: LIMITS.codesNeverEntered, subject: prefix },
    ]),
  )
  if (waitMs > 0) services.log.error({ prefix, waitMs }, 'budget for sign-in codes is used up')
  return waitMs === 0
}
