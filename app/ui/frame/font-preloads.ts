import interCyrillicExt from '@fontsource-variable/inter/files/inter-cyrillic-ext-wght-normal.woff2?url'
import interCyrillic from '@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2?url'
import interLatin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import manropeCyrillicExt from '@fontsource-variable/manrope/files/manrope-cyrillic-ext-wght-normal.woff2?url'
import manropeCyrillic from '@fontsource-variable/manrope/files/manrope-cyrillic-wght-normal.woff2?url'
import manropeLatin from '@fontsource-variable/manrope/files/manrope-latin-wght-normal.woff2?url'
import type { Font, Language } from '../../vocabulary'

const FILES: Record<Exclude<Font, 'system'>, Record<Language, readonly string[]>> = {
  inter: {
    en: [interLatin],
    zh: [interLatin],
    ru: [interLatin, interCyrillic],
    kk: [interLatin, interCyrillic, interCyrillicExt],
  },
  manrope: {
    en: [manropeLatin],
    zh: [manropeLatin],
    ru: [manropeLatin, manropeCyrillic],
    kk: [manropeLatin, manropeCyrillic, manropeCyrillicExt],
  },
}

/** The font files to preload with the page: fonts are optional, and one that loads late is not shown. */
export const fontPreloads = (font: Font, language: Language): readonly string[] =>
  font === 'system' ? [] : FILES[font][language]
