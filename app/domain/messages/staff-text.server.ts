import { translate } from '../../i18n/texts.server'
import type { Services } from '../../services.server'
import type { Language, StaffEvent } from '../../vocabulary'

/** Prints nothing, and ends what a phone takes for an address. */
const WORD_JOINER = '\u2060'
/** Before the end of a domain, whatever sign its name ends in, and in an IP address. */
const LINKED_DOT = /(?<=\S)\.(?=\p{L}{2}|\d+\.\d+\.\d)/gu

type StaffText = { event: StaffEvent; language: Language; values: Record<string, string>; path: string }

/**
 * What staff are told, with our own link. Partners choose their names: one that reads like an address is no link in a message that
 * staff trust.
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
