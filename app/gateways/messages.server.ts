import type { Env } from '../env.server'
import { openConsole } from './console.server'
import type { MessageGateways } from './ports'
import { openTwilio } from './twilio.server'

/** The gateways that the settings name, one per channel. */
export function openMessageGateways(env: Env): MessageGateways {
  const console = openConsole(env)
  return {
    sms: env.smsGateway === 'twilio' ? openTwilio(env.twilio) : console,
    whatsapp: env.whatsappGateway === 'twilio' ? openTwilio(env.twilio) : console,
    email: env.isDemo ? console : noEmail,
  }
}

const noEmail = {
  deliver: () => Promise.reject(new Error('No e-mail gateway is configured')),
}
