/** Opening hours are kept as one text, such as `09:00–18:00`. */
const HOURS = /^(\d{2}:\d{2})\s*[–-]\s*(\d{2}:\d{2})$/
export const ALL_DAY = '00:00–24:00'

export const joinHours = (from: string, to: string): string => `${from}–${to}`

export function splitHours(hours: string): { from: string; to: string } {
  const [, from = '', to = ''] = HOURS.exec(hours) ?? []
  return to === '24:00' ? { from: '', to: '' } : { from, to }
}
