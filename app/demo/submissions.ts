import type { submissions } from '../db/schema/reviews'
import type { Application } from './applications'
import type { OrganizationRow } from './organizations'

type Row = typeof submissions.$inferInsert

const BANKS = ['Halyk Bank', 'Kaspi Bank', 'Freedom Bank', 'Jusan Bank']
/** Who is on record at first, who came by an approval, and who is proposed: nobody is proposed in their own place. */
const PEOPLE = {
  onRecord: ['Алия Сәрсенбаева', 'Павел Морозов', '陈静', 'Laura Mitchell'],
  approved: ['Ерлан Омаров', 'Светлана Кравцова', '王磊', 'Бақытжан Нұрпейісов'],
  proposed: ['Динара Қасымова', 'Игорь Лебедев', '赵敏', 'Thomas Weber'],
}

/** What changes of address, bank and representative propose, for a reviewer to compare with the present values. */
export function planSubmissions(applications: readonly Application[]): Row[] {
  return applications.flatMap(({ row, organization }, index): Row[] => {
    const fields = proposed(row, organization.address, index)
    return fields && row.id
      ? [{ verificationId: row.id, version: 1, submittedAt: row.submittedAt, fields, documents: [] }]
      : []
  })
}

/** Gives organizations at work their bank and representative, updated by approved applications. */
export function giveRecords(organizations: readonly OrganizationRow[], applications: readonly Application[]): void {
  for (const [index, organization] of organizations.entries()) {
    if (organization.status !== 'active' && organization.status !== 'suspended') continue
    organization.bankName = pick(BANKS, index + 1)
    organization.bankAccount = `KZ74125KZT20${String(31_007_000 + index * 41)}`
    organization.representativeName = pick(PEOPLE.onRecord, index + 1)
    organization.representativeDocument = `N ${String(41_207_300 + index * 53)}`
  }
  for (const [index, { row, organization }] of applications.entries()) {
    if (row.status !== 'approved' || row.type === 'address_change') continue
    const fields = proposed(row, organization.address, index)
    if (!fields) continue
    for (const [key, column] of Object.entries(COLUMNS)) {
      const value = fields[key]
      if (typeof value === 'string') organization[column] = value
    }
  }
}

const COLUMNS = {
  'bank.name': 'bankName',
  'bank.account': 'bankAccount',
  'representative.name': 'representativeName',
  'representative.document': 'representativeDocument',
} as const

const pick = (names: readonly string[], index: number) => names[index % names.length]

function proposed(
  { type, status }: Application['row'],
  address: string,
  index: number,
): Record<string, unknown> | null {
  switch (type) {
    case 'address_change':
      return { 'basic.address': address.replace(/\d+/, (number) => String(Number(number) + 7)) }
    case 'bank_account_update':
      return {
        'bank.name': pick(BANKS, index),
        'bank.account': `KZ86125KZT50${String(41_001_000 + index * 37)}`,
      }
    case 'legal_representative_change':
      return {
        'representative.name': pick(status === 'approved' ? PEOPLE.approved : PEOPLE.proposed, index),
        'representative.document': `N ${String(52_318_400 + index * 59)}`,
      }
    default:
      return null
  }
}
