import { DEFAULT_LANGUAGE, type Language } from '../../vocabulary'
import type { MessageGateway, OutgoingMessage } from '../ports'
import { DeliveryFailure } from './delivery-failure'
import { isOfSender, isTransient, pauseOf } from './meta-errors'
import { post, type Answer } from './http-post.server'
import { asParameter } from './template-parameter'

/** Longer than the outbox waits: a message that the outbox breaks off may have been taken. */
const ANSWER_LIMIT_MS = 35_000

type MetaAccount = {
  phoneNumberId: string
  accessToken: string
  codeTemplate: string
  noticeTemplate: string
  apiOrigin: string
}

/** The provider's names of the languages that templates are approved in. */
const TEMPLATE_LANGUAGES: Record<Language, string> = { en: 'en', zh: 'zh_CN', ru: 'ru', kk: 'kk' }

/**
 * WhatsApp through Meta's Cloud API. People who have not written to us can only be sent approved templates: an authentication
 * template for sign-in codes, and one with the text as its only parameter for everything else.
 * The provider repeats our id in its notices but does not drop a repeated message. Rejects with {@link DeliveryFailure}.
 */
export function openMeta(account: MetaAccount, answerLimitMs = ANSWER_LIMIT_MS): MessageGateway {
  const url = `${account.apiOrigin.replace(/\/$/, '')}/${encodeURIComponent(account.phoneNumberId)}/messages`
  const headers = { authorization: `Bearer ${account.accessToken}`, 'content-type': 'application/json' }
  return {
    deliver: async (message, signal) => {
      const body = JSON.stringify({
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: message.to.replace(/^\+/, ''),
        type: 'template',
        template: templateOf(account, message),
        biz_opaque_callback_data: message.id,
      })
      const call = { provider: 'WhatsApp', url, headers, body, limitMs: answerLimitMs }
      const answer = await post(signal ? { ...call, signal } : call)
      if (answer.status < 200 || answer.status > 299) throw refusalOf(answer)
    },
  }
}

function templateOf(account: MetaAccount, { language, code, text }: OutgoingMessage) {
  const templateLanguage = { code: TEMPLATE_LANGUAGES[language ?? DEFAULT_LANGUAGE] }
  const body = (text: string) => ({ type: 'body', parameters: [{ type: 'text', text }] })
  if (code === undefined)
    return { name: account.noticeTemplate, language: templateLanguage, components: [body(asParameter(text))] }
  const button = { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: code }] }
  return { name: account.codeTemplate, language: templateLanguage, components: [body(code), button] }
}

function refusalOf({ status, text, retryAfterMs }: Answer): DeliveryFailure {
  const code = Number(/"code":\s*(\d{1,9})/.exec(text)?.[1] ?? NaN)
  const waitMs = retryAfterMs ?? pauseOf(code)
  return new DeliveryFailure(`WhatsApp refused with status ${status}${Number.isNaN(code) ? '' : `, code ${code}`}`, {
    isFinal: !isTransient(status, code) && !isOfSender(text),
    ...(waitMs !== undefined && { retryAfterMs: waitMs }),
  })
}
