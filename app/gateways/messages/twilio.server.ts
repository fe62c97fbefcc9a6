import { DEFAULT_LANGUAGE, type Language } from '../../vocabulary'
import type { MessageGateway, OutgoingMessage } from '../ports'
import { DeliveryFailure } from './delivery-failure'
import { post, type Answer } from './http-post.server'
import { asParameter } from './template-parameter'
import { NOTICE_RETRIES, readTwilioNotice } from './twilio-notice'

/** Longer than the outbox waits: a message that the outbox breaks off may have been taken. */
const ANSWER_LIMIT_MS = 35_000
/** The longest validity that the provider accepts. */
const LONGEST_VALIDITY_SECONDS = 14_400
/** Refusals of the account, the route or the moment rather than of the message: worth another try. */
const PASSING = new Set([401, 403, 404, 408, 409, 425, 429])
/** The operator can put these right: country not enabled, sender not ours or not able, template missing or not yet approved. */
const PASSING_CODES = new Set(['21408', '21603', '21606', '21655', '21659', '21660', '63007', '63016'])

type TwilioAccount = {
  accountSid: string
  authToken: string
  smsFrom: string
  whatsappFrom: string
  /** The WhatsApp templates by language; a template without words of its own serves all languages. */
  codeContentSids: Partial<Record<Language, string>>
  noticeContentSids: Partial<Record<Language, string>>
  apiOrigin: string
}

type Options = {
  answerLimitMs?: number
  /** The origin to which the provider reports what became of a message; without it, it reports nothing. */
  noticesAt?: string
}

/**
 * SMS and WhatsApp through Twilio's Messages resource. People who have not written to us on WhatsApp can only be sent approved
 * templates: one for sign-in codes, and one with the text as its only variable for everything else. The provider knows no
 * idempotency key, so an attempt that was not answered may reach the recipient twice. Rejects with {@link DeliveryFailure}.
 */
export function openTwilio(account: TwilioAccount, options: Options = {}): MessageGateway {
  const { answerLimitMs = ANSWER_LIMIT_MS, noticesAt } = options
  const url = `${account.apiOrigin.replace(/\/$/, '')}/2010-04-01/Accounts/${encodeURIComponent(account.accountSid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64')}`
  return {
    deliver: async (message, signal) => {
      const { id, channel, to, text, liveMs } = message
      const onWhatsApp = channel === 'whatsapp'
      const body = new URLSearchParams({
        To: onWhatsApp ? `whatsapp:${to}` : to,
        From: onWhatsApp ? `whatsapp:${account.whatsappFrom.replace(/^whatsapp:/, '')}` : account.smsFrom,
        ...(onWhatsApp ? contentOf(account, message) : { Body: text }),
      })
      if (liveMs !== undefined && liveMs < LONGEST_VALIDITY_SECONDS * 1000)
        body.set('ValidityPeriod', String(Math.max(1, Math.floor(liveMs / 1000))))
      if (noticesAt) body.set('StatusCallback', `${noticesAt}/notices/${channel}/${id}${NOTICE_RETRIES}`)
      const call = { provider: 'Twilio', url, headers: { authorization }, body, limitMs: answerLimitMs }
      const answer = await post(signal ? { ...call, signal } : call)
      if (answer.status < 200 || answer.status > 299) throw refusalOf(answer)
    },
    ...(noticesAt && { readNotice: (posted) => readTwilioNotice(account.authToken, noticesAt, posted) }),
  }
}

function contentOf(account: TwilioAccount, { language = DEFAULT_LANGUAGE, code, text }: OutgoingMessage) {
  const sids = code === undefined ? account.noticeContentSids : account.codeContentSids
  return { ContentSid: sids[language] ?? '', ContentVariables: JSON.stringify({ 1: code ?? asParameter(text) }) }
}

function refusalOf({ status, text, retryAfterMs }: Answer): DeliveryFailure {
  const code = /"code":\s*(\d{1,6})/.exec(text)?.[1] ?? ''
  return new DeliveryFailure(`Twilio refused with status ${status}${code ? `, code ${code}` : ''}`, {
    // An answer without a code is not from the provider.
    isFinal: code !== '' && status >= 400 && status <= 499 && !PASSING.has(status) && !PASSING_CODES.has(code),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}
