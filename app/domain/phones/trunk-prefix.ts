const TRUNK_PREFIX = /^8(?=\d{10}$)/

/** The digits of a number from its country code on: within Kazakhstan and Russia an 8 is dialled instead of +7. */
export const toInternationalDigits = (digits: string): string => digits.replace(TRUNK_PREFIX, '7')
