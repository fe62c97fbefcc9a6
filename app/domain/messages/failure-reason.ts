import type { Text, TextKey } from '../../i18n/keys'
import { NO_ANSWER } from './failed-attempt'

/** Why we gave a message up ourselves, without an answer of a provider. */
const OWN_REASONS: Readonly<Record<string, TextKey>> = {
  expired: 'messages:failure.expired',
  [NO_ANSWER]: 'messages:failure.unanswered',
  unreadable: 'messages:failure.unreadable',
  'not-entitled': 'messages:failure.notEntitled',
  'over-budget': 'messages:failure.overBudget',
  replaced: 'messages:failure.replaced',
  used: 'messages:failure.used',
  overtaken: 'messages:failure.overtaken',
  'invite replaced': 'messages:failure.replaced',
  'invite deleted': 'messages:failure.deleted',
  'sent again': 'messages:failure.sentAgain',
}

/** Why a message failed, as a sentence; a provider's reason is quoted as it is. */
export const failureReason = (lastError: string | null): Text => {
  const own = OWN_REASONS[lastError ?? '']
  if (own) return { key: own }
  return lastError
    ? { key: 'messages:failure.provider', values: { reason: lastError } }
    : { key: 'messages:failure.unknown' }
}
