/** Country codes 1 and 7 have one digit; of the others the first two are shown. */
const COUNTRY_CODE = /^\+(?:[17]|\d{2})/
const SHOWN_END = 4

/** False for an erased person, who has no number. */
const isPhone = (phone: string): boolean => !phone.startsWith('erased')

/** "+7 ••• 0001": enough to tell two people apart, not enough to call; empty for an erased person. */
export const maskedPhone = (phone: string): string =>
  isPhone(phone) ? `${COUNTRY_CODE.exec(phone)?.[0] ?? ''} ••• ${phone.slice(-SHOWN_END)}`.trim() : ''
