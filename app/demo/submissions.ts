import type { submissions } from '../db/schema/reviews'
import type { Application } from './applications'

type Row = typeof submissions.$inferInsert

const BANKS = ['Halyk Bank', 'Kaspi Bank', 'Freedom Bank', 'Jusan Bank']
const PEOPLE = ['Алия Сәрсенбаева', 'Павел Морозов', '陈静', 'Laura Mitchell']

/** What changes of address, bank and representative propose: what a reviewer holds against the present values. */
export function planSubmissions(applications: readonly Application[]): Row[] {
  return applications.flatMap(({ row, organization }, place): Row[] => {
    const fields = proposed(row.type, organization.address, place)
    return fields && row.id
      ? [{ verificationId: row.id, version: 1, submittedAt: row.submittedAt, fields, documents: [] }]
      : []
  })
}

function proposed(type: string, address: string, place: number): Record<string, unknown> | null {
  switch (type) {
    case 'address_change':
      return { 'basic.address': address.replace(/\d+/, (number) => String(Number(number) + 7)) }
    case 'bank_account_update':
      return {
        'bank.name': BANKS[place % BANKS.length],
        'bank.account': `KZ86125KZT50${String(41_001_000 + place * 37)}`,
      }
    case 'legal_representative_change':
      return { 'representative.name': PEOPLE[place % PEOPLE.length] }
    default:
      return null
  }
}
