import type { MessageGateway } from './ports'

const ANSWER_LIMIT_MS = 10_000

export type TwilioAccount = {
  accountSid: string
  authToken: string
  smsFrom: string
  whatsappFrom: string
  apiOrigin: string
}

/** The provider refused or did not answer; the text holds its codes and no personal data. */
export class TwilioFailure extends Error {
  constructor(what: string) {
    super(`Twilio ${what}`)
    this.name = 'TwilioFailure'
  }
}

/** SMS and WhatsApp through Twilio's Messages resource. Rejects with {@link TwilioFailure}. */
export function openTwilio(account: TwilioAccount, answerLimitMs = ANSWER_LIMIT_MS): MessageGateway {
  const url = `${account.apiOrigin.replace(/\/$/, '')}/2010-04-01/Accounts/${encodeURIComponent(account.accountSid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64')}`
  return {
    deliver: async ({ channel, to, text }) => {
      const onWhatsApp = channel === 'whatsapp'
      const body = new URLSearchParams({
        To: onWhatsApp ? `whatsapp:${to}` : to,
        From: onWhatsApp ? `whatsapp:${account.whatsappFrom.replace(/^whatsapp:/, '')}` : account.smsFrom,
        Body: text,
      })
      const answer = await post(url, authorization, body, answerLimitMs)
      if (answer.status < 200 || answer.status > 299) throw new TwilioFailure(refusalOf(answer))
    },
  }
}

type Answer = { status: number; text: string }

async function post(url: string, authorization: string, body: URLSearchParams, limitMs: number): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization, accept: 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    const inTime = !(error instanceof Error && error.name === 'TimeoutError')
    throw new TwilioFailure(inTime ? 'could not be reached' : `did not answer in ${limitMs} ms`)
  }
}

function refusalOf({ status, text }: Answer): string {
  const code = /"code":\s*(\d{1,6})/.exec(text)?.[1]
  return code ? `refused with status ${status}, code ${code}` : `refused with status ${status}`
}
