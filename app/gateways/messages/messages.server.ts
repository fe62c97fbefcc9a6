import type { Env } from '../../env.server'
import { openConsoleGateway } from './console.server'
import { DeliveryFailure } from './delivery-failure'
import { openMeta } from './meta.server'
import { openTwilio } from './twilio.server'
import type { MessageGateway, MessageGateways } from '../ports'

/** The gateways that the settings name, one per channel. The mail library is loaded only where mail is sent. */
export async function openMessageGateways(env: Env): Promise<MessageGateways> {
  const open = {
    console: () => openConsoleGateway(env),
    twilio: () => openTwilio(env.twilio, env.publicOrigin.startsWith('https:') ? { noticesAt: env.publicOrigin } : {}),
    meta: () => openMeta(env.meta),
    smtp: async () => (await import('./smtp.server')).openSmtp(env),
    none: () => closed,
  }
  return {
    sms: open[env.smsGateway](),
    whatsapp: open[env.whatsappGateway](),
    email: await open[env.emailGateway](),
  }
}

const closed: MessageGateway = {
  deliver: () => Promise.reject(new DeliveryFailure('No gateway is set for this channel', { isFinal: true })),
}
