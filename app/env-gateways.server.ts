import { z } from 'zod'
import { decoded } from './decoded'
import { LANGUAGES } from './vocabulary'

const SMTP = /^smtps?:\/\//
const ADDRESS = /[^\s<>@",;:\p{Cc}]{1,64}@[A-Za-z0-9.-]{1,190}/u.source
const MAILBOX = new RegExp(`^(?:${ADDRESS}|[^<>"\\p{Cc}]{0,60}<${ADDRESS}>)$`, 'u')
/** E.164 */
const NUMBER = /^\+[1-9]\d{6,14}$/
const TEMPLATE = z.string().regex(/^[a-z0-9_]{1,512}$/)

/** A Twilio content template has one language: give one for all, or one each as `en=HX…,zh=HX…,ru=HX…,kk=HX…`. */
const CONTENT_SIDS = z
  .string()
  .transform((given) =>
    Object.fromEntries(
      given.includes('=')
        ? given.split(',').map((part): [string, string] => {
            const [language = '', sid = ''] = part.trim().split('=')
            return [language, sid]
          })
        : LANGUAGES.map((language): [string, string] => [language, given]),
    ),
  )
  .pipe(z.record(z.enum(LANGUAGES), z.string().regex(/^HX[0-9a-f]{32}$/i)))

const hasUsableParts = ({ hostname, username, password }: URL) =>
  hostname !== '' && [username, password].every((part) => decoded(part) !== null)

/** The variables of the message gateways, each with its schema. */
export const gatewayVariables = {
  SMS_GATEWAY: z.enum(['console', 'twilio']).optional(),
  WHATSAPP_GATEWAY: z.enum(['console', 'twilio', 'meta', 'none']).optional(),
  EMAIL_GATEWAY: z.enum(['console', 'smtp', 'none']).optional(),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_SMS_FROM: z.string().regex(NUMBER).optional(),
  TWILIO_WHATSAPP_FROM: z
    .string()
    .refine((from) => NUMBER.test(from.replace(/^whatsapp:/, '')))
    .optional(),
  TWILIO_WHATSAPP_CODE_CONTENT_SID: CONTENT_SIDS.optional(),
  TWILIO_WHATSAPP_NOTICE_CONTENT_SID: CONTENT_SIDS.optional(),
  TWILIO_API_ORIGIN: z.url().default('https://api.twilio.com'),
  WHATSAPP_PHONE_NUMBER_ID: z.string().regex(/^\d+$/).optional(),
  WHATSAPP_ACCESS_TOKEN: z.string().optional(),
  WHATSAPP_CODE_TEMPLATE: TEMPLATE.default('gatehouse_sign_in_code'),
  WHATSAPP_NOTICE_TEMPLATE: TEMPLATE.default('gatehouse_notice'),
  WHATSAPP_API_ORIGIN: z.url().default('https://graph.facebook.com/v21.0'),
  SMTP_URL: z
    .string()
    .refine((url) => SMTP.test(url) && URL.canParse(url) && hasUsableParts(new URL(url)))
    .optional(),
  EMAIL_FROM: z.string().regex(MAILBOX).optional(),
}

const EXPECTED_OF_NUMBER = 'must be a number in E.164, as +15005550006'
const EXPECTED_OF_CONTENT = `must be HX and 32 hexadecimal digits, alone or for each of ${LANGUAGES.join(', ')} as en=HX…,zh=HX…`

export const EXPECTED_OF_GATEWAYS: Partial<Record<keyof typeof gatewayVariables, string>> = {
  SMS_GATEWAY: 'must be console or twilio',
  WHATSAPP_GATEWAY: 'must be console, twilio, meta or none',
  EMAIL_GATEWAY: 'must be console, smtp or none',
  TWILIO_SMS_FROM: EXPECTED_OF_NUMBER,
  TWILIO_WHATSAPP_FROM: EXPECTED_OF_NUMBER,
  TWILIO_WHATSAPP_CODE_CONTENT_SID: EXPECTED_OF_CONTENT,
  TWILIO_WHATSAPP_NOTICE_CONTENT_SID: EXPECTED_OF_CONTENT,
  TWILIO_API_ORIGIN: 'must be an address',
  WHATSAPP_API_ORIGIN: 'must be an address',
  WHATSAPP_PHONE_NUMBER_ID: 'must be the digits that the provider shows for the sending number',
  WHATSAPP_CODE_TEMPLATE: 'must be the name of a template: small letters, digits and _',
  WHATSAPP_NOTICE_TEMPLATE: 'must be the name of a template: small letters, digits and _',
  SMTP_URL: 'must be an smtps:// or smtp:// address, each % in its password written as %25',
  EMAIL_FROM: 'must be an e-mail address, alone or as Name <address>',
}

type Variable = keyof typeof gatewayVariables
type Given = z.infer<z.ZodObject<typeof gatewayVariables>>

const TWILIO: Variable[] = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN']
const TWILIO_WHATSAPP: Variable[] = [
  'TWILIO_WHATSAPP_FROM',
  'TWILIO_WHATSAPP_CODE_CONTENT_SID',
  'TWILIO_WHATSAPP_NOTICE_CONTENT_SID',
]
const NEEDED: [
  gateway: 'SMS_GATEWAY' | 'WHATSAPP_GATEWAY' | 'EMAIL_GATEWAY',
  provider: string,
  variables: Variable[],
][] = [
  ['SMS_GATEWAY', 'twilio', [...TWILIO, 'TWILIO_SMS_FROM']],
  ['WHATSAPP_GATEWAY', 'twilio', [...TWILIO, ...TWILIO_WHATSAPP]],
  ['WHATSAPP_GATEWAY', 'meta', ['WHATSAPP_PHONE_NUMBER_ID', 'WHATSAPP_ACCESS_TOKEN']],
  ['EMAIL_GATEWAY', 'smtp', ['SMTP_URL', 'EMAIL_FROM']],
]

/** The first error in the gateways as a whole: a variable and what it must be; null when there is none. */
export function wrongGatewaySetting(given: Given, isProduction: boolean): [Variable, string] | null {
  if (isProduction) {
    for (const gateway of ['SMS_GATEWAY', 'WHATSAPP_GATEWAY'] as const)
      if (given[gateway] === undefined) return [gateway, 'must be named in production']
    for (const gateway of ['SMS_GATEWAY', 'WHATSAPP_GATEWAY', 'EMAIL_GATEWAY'] as const)
      if (given[gateway] === 'console') return [gateway, 'must be a real provider in production']
    for (const origin of ['TWILIO_API_ORIGIN', 'WHATSAPP_API_ORIGIN'] as const)
      if (!isSafeOrigin(given[origin])) return [origin, 'must be an https address']
  }
  for (const [gateway, provider, variables] of NEEDED) {
    if (given[gateway] !== provider) continue
    const missing = variables.find((variable) => !given[variable])
    if (missing) return [missing, `is required by ${gateway}`]
  }
  return given.SMTP_URL && sendsPasswordInClear(new URL(given.SMTP_URL))
    ? ['SMTP_URL', 'must not send its password without TLS']
    : null
}

const isSafeOrigin = (origin: string) => {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || ['localhost', '127.0.0.1'].includes(hostname)
}

const sendsPasswordInClear = (url: URL) => url.searchParams.get('tls') === 'off' && url.password !== ''

/** The gateways as typed settings. */
export function gatewaysOf(given: Given, isProduction: boolean) {
  return {
    smsGateway: given.SMS_GATEWAY ?? 'console',
    whatsappGateway: given.WHATSAPP_GATEWAY ?? 'console',
    emailGateway: given.EMAIL_GATEWAY ?? (isProduction ? 'none' : 'console'),
    twilio: {
      accountSid: given.TWILIO_ACCOUNT_SID ?? '',
      authToken: given.TWILIO_AUTH_TOKEN ?? '',
      smsFrom: given.TWILIO_SMS_FROM ?? '',
      whatsappFrom: given.TWILIO_WHATSAPP_FROM ?? '',
      codeContentSids: given.TWILIO_WHATSAPP_CODE_CONTENT_SID ?? {},
      noticeContentSids: given.TWILIO_WHATSAPP_NOTICE_CONTENT_SID ?? {},
      apiOrigin: given.TWILIO_API_ORIGIN,
    },
    meta: {
      phoneNumberId: given.WHATSAPP_PHONE_NUMBER_ID ?? '',
      accessToken: given.WHATSAPP_ACCESS_TOKEN ?? '',
      codeTemplate: given.WHATSAPP_CODE_TEMPLATE,
      noticeTemplate: given.WHATSAPP_NOTICE_TEMPLATE,
      apiOrigin: given.WHATSAPP_API_ORIGIN,
    },
    smtp: { url: given.SMTP_URL ?? '', from: given.EMAIL_FROM ?? '' },
  }
}
