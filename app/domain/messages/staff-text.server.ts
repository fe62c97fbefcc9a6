import { translate } from '../../i18n/texts.server'
import type { Services } from '../../services.server'
import type { Language, StaffEvent } from '../../vocabulary'

/** Invisible; ends what a phone takes for an address. */
const WORD_JOINER = '\u2060'
/** The dot before a top-level domain, whatever character precedes it, and the dots of an IP address. */
const LINKED_DOT = /(?<=\S)\.(?=\p{L}{2}|\d+\.\d+\.\d)/gu

type StaffText = { event: StaffEvent; language: Language; values: Record<string, string>; path: string }

/**
 * The text of a staff notification, with our own link. Partners choose their own names, so one that looks like an address must not become a
 * link in a message that staff trust.
 */
export function staffText({ env }: Pick<Services, 'env'>, { event, language, values, path }: StaffText): string {
  const unlinked = Object.entries(values).map(([name, value]) => [
    name,
    value.replace(LINKED_DOT, `.${WORD_JOINER}`).replaceAll('://', `:${WORD_JOINER}//`),
  ])
  return translate(language, {
    key: `messages:staff.text.${event}`,
    values: { ...Object.fromEntries(unlinked), link: new URL(path, env.publicOrigin).href },
  })
}
