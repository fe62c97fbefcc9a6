import type { Language } from '../vocabulary'

/** "1,234": as `formatNumber` writes it, but by hand, because browsers claim to support Kazakh and print root data (decision 4). */
export const groupDigits = (value: number, language: Language): string =>
  Number.isInteger(value)
    ? String(value).replace(/\B(?=(\d{3})+$)/g, language === 'en' || language === 'zh' ? ',' : '\u00A0')
    : String(value)
