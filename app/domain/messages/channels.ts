import { CODE_CHANNELS, type CodeChannel } from '../../vocabulary'

type Gateways = { whatsappGateway: string }

/** The channels on which a code can be sent with the configured gateways. */
export const codeChannels = ({ whatsappGateway }: Gateways): CodeChannel[] =>
  CODE_CHANNELS.filter((channel) => channel === 'sms' || whatsappGateway !== 'none')

/** The channel for notifications to a phone. */
export const phoneChannel = ({ whatsappGateway }: Gateways): CodeChannel =>
  whatsappGateway === 'none' ? 'sms' : 'whatsapp'

/** The requested channel if it is available, else SMS. */
export const usableChannel = (gateways: Gateways, asked: CodeChannel): CodeChannel =>
  codeChannels(gateways).find((channel) => channel === asked) ?? 'sms'
