const SHOWN_END = 4
const SHOWN_START = 2

/** "+7 ••• 0001": enough to tell two people apart, not enough to call. */
export const maskedPhone = (phone: string): string => `${phone.slice(0, SHOWN_START)} ••• ${phone.slice(-SHOWN_END)}`
