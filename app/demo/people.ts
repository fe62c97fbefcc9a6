import type { Language, OrganizationStatus, Role, UserStatus } from '../vocabulary'
import type { users } from '../db/schema/users'
import type { Company } from './companies'
import { itemAt } from './dice'
import { LANDS, personOf } from './places'
import { type World } from './world'
import { PHRASES } from './phrases/phrases'
import { DAY_MS, HOUR_MS } from '../durations'

/** A user, and the language that this person writes in. */
export type DemoPerson = { row: typeof users.$inferInsert & { id: string }; writes: Language }

type Colleague = [phone: string, username: string, role: Role, status: UserStatus, language: Language, writes: Language]

/** The first four are the numbers that the console names in demo mode; they read the default language. */
const COLLEAGUES: Colleague[] = [
  ['+77010000001', 'Айгүл Сәрсенбаева', 'superadmin', 'active', 'en', 'kk'],
  ['+77010000002', '王建国', 'admin', 'active', 'en', 'zh'],
  ['+77010000003', 'Ольга Кузнецова', 'manager', 'active', 'en', 'ru'],
  ['+77010000004', 'Daniel Brooks', 'cashier', 'active', 'en', 'en'],
  ['+77010000011', 'Ерлан Жүнісов', 'admin', 'active', 'kk', 'kk'],
  ['+77010000012', 'Hannah Lindqvist', 'admin', 'active', 'en', 'en'],
  ['+77010000013', '李秀英', 'manager', 'active', 'zh', 'zh'],
  ['+77010000014', 'Нұрлан Әбдірахманов', 'manager', 'active', 'kk', 'kk'],
  ['+77010000015', 'Emily Carter', 'manager', 'inactive', 'en', 'en'],
  ['+77010000016', 'Дмитрий Лебедев', 'manager', 'suspended', 'ru', 'ru'],
  ['+77010000017', 'Пётр Королёв', 'cashier', 'active', 'ru', 'ru'],
  ['+77010000018', 'Сәуле Оразбаева', 'cashier', 'invited', 'kk', 'kk'],
  ['+77010000019', '刘洋', 'cashier', 'inactive', 'zh', 'zh'],
  ['+77010000020', 'Marcus Reyes', 'cashier', 'invited', 'en', 'en'],
  ['+77010000021', 'Анна Соколова', 'manager', 'active', 'ru', 'ru'],
  ['+77010000022', 'Гүлнар Ысқақова', 'admin', 'suspended', 'kk', 'kk'],
]

const DEMO_PARTNER_PHONE = '+77010000005'

/** The numbers that the demo gives away; they come with its data. */
export const isDemoNumber = (phone: string): boolean =>
  phone === DEMO_PARTNER_PHONE || COLLEAGUES.some(([own]) => own === phone)

const STAFF_TIME_ZONE = 'Asia/Almaty'

export const planStaff = (world: World): DemoPerson[] =>
  COLLEAGUES.map(([phone, username, role, status, language, writes], index) => ({
    writes,
    row: {
      id: world.dice.uuid(),
      username,
      phone,
      email: `staff${index + 1}@gatehouse.example`,
      status,
      role,
      language,
      timeZone: STAFF_TIME_ZONE,
      suspendedReason: status === 'suspended' ? itemAt(PHRASES[writes].suspensions, 1) : null,
      createdAt: world.ago(daysHere(world, index, status) * DAY_MS),
      lastSignInAt:
        status === 'invited' ? null : world.ago(world.dice.between(1, status === 'active' ? 90 : 900) * HOUR_MS),
    },
  }))

/** Days since a person was added; few for the invited, whose invitation is still valid. */
function daysHere({ dice }: World, place: number, status: UserStatus): number {
  if (place === 0) return 100
  const days = 70 + dice.between(0, 20)
  return status === 'invited' ? days - 65 : days
}

/** The person who applies for a company; the company at place 0 belongs to the demo partner. */
export function planPartner(
  { dice, ago }: World,
  company: Company,
  index: number,
  of: { id: string; status: OrganizationStatus; createdAt: Date; timeZone: string },
): DemoPerson {
  const isDemoPartner = index === 0
  const { language, phone } = LANDS[company.country]
  const status = isDemoPartner ? 'active' : partnerStatus(of.status, index)
  const username = personOf(company.country, index)
  const ownPhone = phone(dice, 1000 + index)
  return {
    writes: language,
    row: {
      id: dice.uuid(),
      username,
      phone: isDemoPartner ? DEMO_PARTNER_PHONE : ownPhone,
      email: `partner${index}@${domainOf(company)}`,
      status,
      role: null,
      organizationId: of.id,
      language: isDemoPartner ? 'en' : language,
      timeZone: of.timeZone,
      suspendedReason: status === 'suspended' ? itemAt(PHRASES.ru.suspensions, index) : null,
      createdAt: of.createdAt,
      lastSignInAt: status === 'invited' ? null : ago(dice.between(1, 90) * HOUR_MS),
    },
  }
}

function partnerStatus(organization: OrganizationStatus, index: number): UserStatus {
  if (organization === 'archived') return 'inactive'
  if (organization === 'suspended' && index % 2 === 0) return 'suspended'
  if (organization === 'draft' && index % 2 === 1) return 'invited'
  return 'active'
}

export const domainOf = (company: Company): string =>
  `${company.latinName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}.example`
