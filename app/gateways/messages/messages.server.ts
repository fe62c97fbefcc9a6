import type { Env } from '../../env.server'
import { openConsoleGateway } from './console.server'
import { DeliveryFailure } from './delivery-failure'
import { openMeta } from './meta.server'
import { openSmtp } from './smtp.server'
import { openTwilio } from './twilio.server'
import type { MessageGateway, MessageGateways } from '../ports'

/** The gateways that the settings name, one per channel. */
export function openMessageGateways(env: Env): MessageGateways {
  const open = {
    console: () => openConsoleGateway(env),
    twilio: () => openTwilio(env.twilio, env.publicOrigin.startsWith('https:') ? { noticesAt: env.publicOrigin } : {}),
    meta: () => openMeta(env.meta),
    smtp: () => openSmtp(env),
    none: () => closed,
  }
  return { sms: open[env.smsGateway](), whatsapp: open[env.whatsappGateway](), email: open[env.emailGateway]() }
}

const closed: MessageGateway = {
  deliver: () => Promise.reject(new DeliveryFailure('No gateway is set for this channel', { isFinal: true })),
}
