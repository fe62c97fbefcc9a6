import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { TONES } from '../../app/ui/badge'

describe('the style sheets', () => {
  it('set different start and end paddings by logical properties, not by left and right', () => {
    const sided = readSheets().flatMap(([name, css]) =>
      [...css.matchAll(/(?:padding|margin|inset): ([^\s(]+ ([^\s(]+) [^\s(]+ ([^\s(]+));/g)]
        .filter(([, , right, left]) => right !== left)
        .map(([rule]) => `${name}: ${rule}`),
    )
    expect(sided).toEqual([])
  })

  it('never match a bare element inside a changing one, which makes the browser restyle the whole page', () => {
    const selectors = readSheets().flatMap(([name, css]) =>
      [...css.matchAll(/^\s*([^@{}/*;]*[^@{};\s])\s*[{,]$/gm)].map(([, selector = '']) => ({
        name,
        selector: selector.replaceAll(/\((?:[^()]|\([^()]*\))*\)/g, ''),
      })),
    )
    expect(selectors.length).toBeGreaterThan(500)
    const anything = selectors.filter(({ selector }) =>
      /:(?:has|hover|focus|checked|first|last|nth|only|empty)\b.*[\s>+~](?:\*|:(?!is|where)[\w-]+)[^\s>+~]*$/.test(
        selector,
      ),
    )
    expect(anything).toEqual([])
  })
})

function readSheets() {
  const names = readdirSync('app/ui/styles', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  )
  return names.map((name): [string, string] => [name, readFileSync(`app/ui/styles/${name}`, 'utf8')])
}

const css = readFileSync('app/app.css', 'utf8')

const TEXT = 4.5
const CONTROL = 3
const SURFACES = ['canvas', 'surface', 'raised', 'hover', 'sunken']

const pairs: [front: string, back: string, least: number][] = [
  ...SURFACES.flatMap((back): [string, string, number][] => [
    ['ink', back, TEXT],
    ['ink-soft', back, TEXT],
    ['accent', back, TEXT],
    ['danger', back, TEXT],
    ['warn', back, TEXT],
    ['ok', back, TEXT],
    ['control', back, CONTROL],
    ['focus', back, CONTROL],
  ]),
  ['accent-ink', 'accent', TEXT],
  ['accent-ink', 'accent-hover', TEXT],
  ['danger-ink', 'danger', TEXT],
  ['danger-ink', 'danger-hover', TEXT],
  ['ink', 'accent-tint', TEXT],
  ['ink-soft', 'accent-tint', TEXT],
  ['accent', 'accent-tint', TEXT],
  ...TONES.flatMap((tone): [string, string, number][] => [
    [tone, `${tone}-tint`, TEXT],
    ['ink', `${tone}-tint`, TEXT],
  ]),
]

describe.each([
  ['light', 1],
  ['dark', 2],
] as const)('colours in the %s theme', (_, part) => {
  it.each(pairs)('%s on %s has a contrast of at least %d', (front, back, least) => {
    expect(contrast(token(front, part), token(back, part))).toBeGreaterThanOrEqual(least)
  })
})

const STRONG = 7
const stronger = /@media \(prefers-contrast: more\) \{[^}]*\}/.exec(css)?.[0] ?? ''

describe.each([
  ['light', 1],
  ['dark', 2],
] as const)('colours for readers who ask for more contrast, in the %s theme', (_, part) => {
  it.each(SURFACES.flatMap((back) => ['ink', 'ink-soft', 'accent', 'danger'].map((front) => [front, back])))(
    'show %s on %s with a contrast of at least 7',
    (front, back) => expect(contrast(token(front, part, stronger), token(back, part))).toBeGreaterThanOrEqual(STRONG),
  )

  it.each(['line', 'edge', 'control'])('show each %s with a contrast of at least 3', (line) =>
    expect(contrast(token(line, part, stronger), token('surface', part))).toBeGreaterThanOrEqual(CONTROL),
  )
})

describe('the fallback of a mixed background colour', () => {
  const styles = readdirSync('app/ui/styles', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => readFileSync(`app/ui/styles/${file}`, 'utf8'))

  it('is always a tint, never a text colour', () => {
    const grounds = [css, ...styles].join('\n').match(/background[a-z-]*: color-mix\(in \w+, var\(--[a-z-]+\)/g) ?? []
    expect(grounds.length).toBeGreaterThan(0)
    expect(grounds.filter((ground) => !ground.endsWith('-tint)'))).toEqual([])
  })
})

describe('the contrast measure', () => {
  it('gives 21 for black on white and 1 for a colour on itself', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#8f8a81', '#8f8a81')).toBe(1)
  })
})

function token(name: string, part: 1 | 2, from = css): string {
  const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`).exec(from)?.[part]
  if (found === undefined) throw new Error(`No colour --${name} in app.css`)
  return found
}

/** Of WCAG 2.2, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
