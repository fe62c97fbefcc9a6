import { findCode, findUserWhoMaySignIn } from '../../db/sign-in'
import { translate } from '../../i18n/texts.server'
import type { Services } from '../../services.server'
import { LIMITS, prefixOf } from '../limits/limit'
import { takeRoom } from '../limits/limits.server'
import { mayReceiveCodes } from '../sign-in/phone.server'

export const CODE_MESSAGE = 'sign_in_code'

/** What to deliver, or why nothing is delivered. */
export type Prepared = { text: string } | { refused: 'not-entitled' | 'over-budget' | 'replaced' }

/** What the outbox keeps sealed for a sign-in code until its words are made. */
export const packCode = (challengeId: string, code: string): string => `${challengeId} ${code}`

/**
 * The words that carry a sign-in code, in the language of the person. Decided only here, so that asking for a code looks
 * the same for every number: no words for unknown or shut out people, other countries, other kinds of numbers.
 */
export async function prepareCodeMessage(
  services: Services,
  phone: string,
  packed: string,
  isFirst: boolean,
): Promise<Prepared> {
  const [challengeId = '', code = ''] = packed.split(' ')
  if (!mayReceiveCodes(phone, services.env.codeCountries)) return { refused: 'not-entitled' }
  const user = await findUserWhoMaySignIn(services.db, phone)
  if (!user) return { refused: 'not-entitled' }
  const challenge = await findCode(services.db, challengeId)
  if (!challenge || challenge.replacedAt !== null) return { refused: 'replaced' }
  if (isFirst && !(await isWithinBudget(services, phone))) return { refused: 'over-budget' }
  return { text: translate(user.language, { key: 'messages:signInCode', values: { code } }) }
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
