import type { Language } from '../vocabulary'

const BETWEEN: Record<Language, string> = { en: ',', zh: ',', ru: '\u00A0', kk: '\u00A0' }

/** "1,234": as `formatNumber` has it, by hand, because browsers claim Kazakh but print root data (decision 4). */
export const groupDigits = (value: number, language: Language): string =>
  Number.isInteger(value) ? String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, BETWEEN[language]) : String(value)
