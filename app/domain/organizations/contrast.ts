/** The minimum contrast of normal text in WCAG 2. */
const TEXT_CONTRAST_AA = 4.5

const INK = '#000000'
const PAPER = '#ffffff'

const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i

function luminance(color: string): number {
  const parts = HEX.exec(color)?.slice(1) ?? []
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = Number.parseInt(part, 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of two colours such as `#0f766e`, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [light = 1, dark = 1] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Rounds a displayed ratio down, so that it never looks like one that passes. */
const cut = (ratio: number) => Math.floor(ratio * 100) / 100

/** The contrast of a brand colour as text on white, and the better text colour on it. */
export function contrastsOf(color: string) {
  const onWhite = contrastOf(color, PAPER)
  const blackOnIt = contrastOf(INK, color)
  const best = onWhite >= blackOnIt ? ('white' as const) : ('black' as const)
  return {
    onWhite: { ratio: cut(onWhite), passes: onWhite >= TEXT_CONTRAST_AA },
    textOnIt: { ink: best, ratio: cut(Math.max(onWhite, blackOnIt)) },
  }
}
