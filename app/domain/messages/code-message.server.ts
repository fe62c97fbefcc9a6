import { findAccountOfPhone, findCode, findUserWhoMaySignIn, type CodeRow } from '../../db/sign-in/sign-in'
import type { TextKey } from '../../i18n/keys'
import { isLanguage } from '../../i18n/languages'
import { translate } from '../../i18n/texts.server'
import type { Services } from '../../services.server'
import type { Language } from '../../vocabulary'
import { CODES_KEPT_FOR_TRUSTED, LIMITS, phonePrefix } from '../limits/limit'
import { consumeRateLimit, type Counted } from '../limits/limits.server'
import { isTrustedAsker } from '../limits/asker-id.server'
import { signInLink } from './sign-in-link.server'
import { mayReceiveCodes } from '../phones/phone.server'

export const CODE_MESSAGE = 'sign_in_code'

/** Tells a number's owner that somebody tried to join with it although it has an account, or that their invitation is over. */
const ACCOUNT_NOTICE = 'account_notice'

/** The text to deliver, with a kind if it differs from the message's own; or why nothing is delivered. */
export type ComposedMessage =
  | { text: string; kind?: string; language?: Language; code?: string }
  | { refused: 'not-entitled' | 'over-budget' | 'replaced' | 'used' | 'overtaken' }

/** What the outbox stores, sealed, for a code until its text is written; `joiningIn` is the language of somebody who joins. */
export const packCode = (challengeId: string, code: string, joiningIn?: Language): string =>
  [challengeId, code, joiningIn].filter(Boolean).join(' ')

/**
 * The text that carries a code, in the recipient's language. Who gets one is decided only here, so that asking for a code looks the same
 * for every number: refused for unknown or blocked people, other countries and other kinds of numbers. People whose invitation is over are
 * told so instead.
 */
export async function composeCodeMessage(
  services: Services,
  phone: string,
  packed: string,
  isFirst: boolean,
): Promise<ComposedMessage> {
  const [challengeId = '', code = '', language] = packed.split(' ')
  const joiningIn = isLanguage(language) ? language : null
  if (!mayReceiveCodes(phone, services.env.codeCountries)) return { refused: 'not-entitled' }
  const user = await findUserWhoMaySignIn(services.db, phone, services.now())
  const account = user ? null : await findAccountOfPhone(services.db, phone)
  const isInvitationOver = account?.status === 'invited'
  if (!user && joiningIn === null && !isInvitationOver) return { refused: 'not-entitled' }
  const challenge = await findCode(services.db, challengeId)
  if (!challenge || challenge.replacedAt !== null) return { refused: 'replaced' }
  if (challenge.usedAt !== null) return { refused: 'used' }
  if (isFirst && !(await isWithinBudget(services, challenge, user))) return { refused: 'over-budget' }
  if (isInvitationOver) return noticeTo(account.language, 'messages:invitationOver')
  if (joiningIn !== null) return messageForJoining(services, (user ?? account)?.language ?? null, code, joiningIn)
  return user ? messageForUser(user, challenge, code) : { refused: 'not-entitled' }
}

type User = NonNullable<Awaited<ReturnType<typeof findUserWhoMaySignIn>>>

function messageForUser({ language }: User, { purpose }: CodeRow, code: string): ComposedMessage {
  const key = purpose === 'proof' ? 'messages:proofCode' : 'messages:signInCode'
  return { text: translate(language, { key, values: { code } }), language, code }
}

function messageForJoining(services: Services, ownersLanguage: Language | null, code: string, joiningIn: Language) {
  if (ownersLanguage === null) {
    const text = translate(joiningIn, { key: 'messages:signUpCode', values: { code } })
    return { text, language: joiningIn, code }
  }
  return noticeTo(ownersLanguage, 'messages:alreadyHasAccount', {
    link: signInLink(services, ownersLanguage),
  })
}

const noticeTo = (language: Language, key: TextKey, values?: Record<string, string>): ComposedMessage => ({
  kind: ACCOUNT_NOTICE,
  language,
  text: translate(language, { key, values }),
})

/**
 * Joining has its own budget, so that no invite can use up the one for signing in, part of which is reserved for trusted browsers. An
 * active user's number neither counts against its prefix nor is stopped by it.
 */
async function isWithinBudget(
  services: Services,
  { phone, purpose, askedBy }: CodeRow,
  user: User | null,
): Promise<boolean> {
  const prefix = phonePrefix(phone)
  const ofPrefix: Counted = { limit: LIMITS.codesNeverEntered, subject: `${purpose} ${prefix}` }
  const ofAll: Counted =
    purpose === 'sign-up'
      ? { limit: LIMITS.joinCodesDelivered, subject: 'all' }
      : {
          limit: LIMITS.signInCodesDelivered,
          subject: 'all',
          reserve: isTrustedAsker(askedBy) ? 0 : CODES_KEPT_FOR_TRUSTED,
        }
  const counted = user?.status === 'active' ? [ofAll] : [ofAll, ofPrefix]
  const waitMs = await services.db.transaction((tx) => consumeRateLimit(tx, services, counted))
  if (waitMs > 0) {
    const stopped = { event: 'code.overBudget', purpose, prefix, waitMs, count: 1 }
    services.meter.note({ of: 'code', purpose, outcome: 'budget' })
    services.log.error(stopped, 'budget for codes is used up, none goes to this prefix')
  }
  return waitMs === 0
}
