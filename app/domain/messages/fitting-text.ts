import { href } from '../../addresses'
import type { MessageChannel } from '../../vocabulary'

/**
 * The longest text per channel, in UTF-16 units. Twilio refuses an SMS above 1600 and counts Cyrillic and Chinese twice. WhatsApp would
 * take a few more, but what it refuses goes by SMS.
 */
const LONGEST: Record<MessageChannel, number> = { sms: 800, whatsapp: 800, email: Infinity }

/** As much of a text as a channel takes beside `otherUnits` of other text: all of it, or its beginning up to a word. */
export function fittingText(text: string, channel: MessageChannel, otherUnits = 0): string {
  const room = LONGEST[channel] - otherUnits
  if (text.length <= room) return text
  const beginning = text
    .slice(0, Math.max(0, room - 1))
    .replace(/\s\S{0,40}$/, '')
    .replace(/[\uD800-\uDBFF]$/, '')
  return `${beginning.trimEnd()}…`
}

/** Splits a text from the last line that links to a page of the organization, as {@link withStep} appended it. */
export function splitStep(text: string, organizationId: string): { words: string; step: string | null } {
  const end = text.lastIndexOf('\n')
  const step = end < 0 ? '' : text.slice(end + 1)
  return step.includes(`${href('/organizations/:id', { id: organizationId })}/`)
    ? { words: text.slice(0, end), step }
    : { words: text, step: null }
}

/** A text cut to fit its channel, followed by the next step, which is never cut because it holds the link. */
export const withStep = (text: string, step: string | null | undefined, channel: MessageChannel): string =>
  step ? `${fittingText(text, channel, step.length + 1)}\n${step}` : fittingText(text, channel)
