import { isUuid } from '../../uuid'

/** The digits of a phone, as people write it and searches read it; days and ids are excluded by `isNoPhone`. */
const PHONE = /\+?\p{Nd}(?:[\s()+./\p{Pd}]*\p{Nd}){6,}/gu
const DAY = /^\d{4}-\d\d-\d\d$/
const isNoPhone = (value: string): boolean => DAY.test(value) || isUuid(value)

/** Whether a number stands in a text. */
export const hasPhone = (value: string): boolean => !isNoPhone(value) && value.normalize('NFKC').search(PHONE) >= 0

/** What a list was narrowed by, without the phones that were searched for. */
export function withoutPhones(search: string): string {
  const kept = [...new URLSearchParams(search)].map(([name, value]) => [
    name,
    isNoPhone(value) ? value : value.normalize('NFKC').replace(PHONE, '***'),
  ])
  return kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''
}
