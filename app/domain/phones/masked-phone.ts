/** Country codes 1 and 7 have one digit; of the others the first two are shown. */
const COUNTRY_CODE = /^\+(?:[17]|\d{2})/
const SHOWN_END = 4

/** Whether there is a number: of a person who was erased there is none. */
const isPhone = (phone: string): boolean => !phone.startsWith('erased')

/** "+7 ••• 0001": enough to tell two people apart, not enough to call; nothing where there is no number. */
export const maskedPhone = (phone: string): string =>
  isPhone(phone) ? `${COUNTRY_CODE.exec(phone)?.[0] ?? ''} ••• ${phone.slice(-SHOWN_END)}`.trim() : ''
