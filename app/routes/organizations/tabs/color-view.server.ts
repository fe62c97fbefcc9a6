import { contrastsOf } from '../../../domain/organizations/contrast'
import { formatNumber } from '../../../i18n/format'
import type { Language } from '../../../vocabulary'

/** Returns a brand's colour with its contrast ratios. The better of black and white on it always passes AA. */
export function colorView(hex: string, language: Language) {
  const { onWhite, textOnIt } = contrastsOf(hex)
  return {
    hex,
    onWhite: { ...onWhite, ratio: formatNumber(onWhite.ratio, language) },
    textOnIt: { ...textOnIt, ratio: formatNumber(textOnIt.ratio, language) },
  }
}

export type ColorView = ReturnType<typeof colorView>
