import { CODE_CHANNELS, type CodeChannel } from '../../vocabulary'

type Gateways = { whatsappGateway: string }

/** The channels that a code can take with the gateways that are set. */
export const codeChannels = ({ whatsappGateway }: Gateways): CodeChannel[] =>
  CODE_CHANNELS.filter((channel) => channel === 'sms' || whatsappGateway !== 'none')

/** The channel for news to somebody's phone. */
export const phoneChannel = ({ whatsappGateway }: Gateways): CodeChannel =>
  whatsappGateway === 'none' ? 'sms' : 'whatsapp'

/** The channel somebody asked for, or the one there is. */
export const usableChannel = (gateways: Gateways, asked: CodeChannel): CodeChannel =>
  codeChannels(gateways).find((channel) => channel === asked) ?? 'sms'
