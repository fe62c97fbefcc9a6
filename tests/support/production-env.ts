/** The environment of a console in production mode; nothing listens at its database address. */
export const PRODUCTION = {
  MODE: 'production',
  PUBLIC_ORIGIN: 'https://console.example.com',
  SESSION_SECRET: 'k7Vd0pXw2LqZr9TnYb4HsGf6JmCe1AuR3ioE',
  DATABASE_URL: 'postgres://console@127.0.0.1:1/console',
  SMS_GATEWAY: 'twilio',
  WHATSAPP_GATEWAY: 'twilio',
  TWILIO_ACCOUNT_SID: 'AC0',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_SMS_FROM: '+15005550006',
  TWILIO_WHATSAPP_FROM: '+15005550006',
  TWILIO_WHATSAPP_CODE_CONTENT_SID: `HX${'0'.repeat(32)}`,
  TWILIO_WHATSAPP_NOTICE_CONTENT_SID: `HX${'1'.repeat(32)}`,
}
