import type { Queries } from '../../db/engine/database'
import { lockDecidedByTwo, selectDecidedByTwo } from '../../db/verifications/review-people'
import type { Services } from '../../services.server'
import type { OrganizationStatus, VerificationType } from '../../vocabulary'
import type { Permit } from '../access'
import { fieldsOf, type FormStep } from '../organizations/organization-fields'
import { DECIDED_BY } from '../verifications/comparison/proposals'

type Organization = { status: OrganizationStatus } & Readonly<Record<string, unknown>>

/** Before its approval the registration decides on all that is filled in. */
const wasApproved = ({ status }: Organization) => status === 'approved' || status === 'active' || status === 'suspended'

const decidedFields = (step: FormStep, organization: Organization): string[] =>
  step === 'basic' && wasApproved(organization)
    ? fieldsOf(step).flatMap(([name]) => (name in DECIDED_BY ? [name] : []))
    : []

async function whereTwoDecide(
  fields: string[],
  listTypes: (types: VerificationType[]) => PromiseLike<{ type: VerificationType }[]>,
): Promise<string[]> {
  const types = fields.length > 0 ? await listTypes(fields.flatMap((name) => DECIDED_BY[name] ?? [])) : []
  return fields.filter((name) => types.some(({ type }) => type === DECIDED_BY[name]))
}

/** The fields of a section that only an application changes, for two people decide on it. */
export async function findDecidedByTwo(
  { db }: Pick<Services, 'db'>,
  _permit: Permit<'organizations.edit'>,
  step: FormStep,
  organization: Organization,
): Promise<string[]> {
  return whereTwoDecide(decidedFields(step, organization), (types) => selectDecidedByTwo(db, types))
}

/** Those of them that a form would change. The rule stays so until the transaction ends; before the organization is locked. */
export async function lockChangedDecidedByTwo(
  tx: Queries,
  step: FormStep,
  organization: Organization,
  input: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  const fields = decidedFields(step, organization).filter((name) => !isSame(input[name], organization[name]))
  return whereTwoDecide(fields, (types) => lockDecidedByTwo(tx, types))
}

/** What of these fields was typed though it is stored otherwise. */
export const changedFields = (
  fields: readonly string[],
  stored: Readonly<Record<string, unknown>>,
  typed: Readonly<Record<string, unknown>>,
): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap((name) => {
      const value = typed[name]
      return typeof value === 'string' && !isSame(value, stored[name]) ? [[name, value]] : []
    }),
  )

/** What came by an application may have lines, which a form makes one of. */
const isSame = (one: unknown, other: unknown): boolean => plain(one) === plain(other)
const plain = (value: unknown): string =>
  String(value)
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
