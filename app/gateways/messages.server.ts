import type { Env } from '../env.server'
import { openConsole } from './console.server'
import type { MessageGateways } from './ports'
import { openTwilio } from './twilio.server'

/** The gateways that the settings name, one per channel. */
export function openMessageGateways(env: Env): MessageGateways {
  const doors = { console: openConsole(env), twilio: openTwilio(env.twilio), meta: closed, smtp: closed, none: closed }
  return { sms: doors[env.smsGateway], whatsapp: doors[env.whatsappGateway], email: doors[env.emailGateway] }
}

const closed = { deliver: () => Promise.reject(new Error('No gateway is set for this channel')) }
