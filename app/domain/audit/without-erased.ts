import { ERASED } from '../../pseudonyms'

export type Fields = Record<string, unknown> | null | undefined

type AuditedRow = {
  objectType: string
  before?: Fields
  after?: Fields
  reason?: string | null
  address?: string | null
  actorErasedAt?: Date | null
  objectErasedAt?: Date | null
}

/** Things that belong to one person: their names may identify that person. */
export const OWN_THINGS = ['passkey', 'device', 'session', 'view']
/** Fields that rows about a person and their own things may show in plain text: their values are common to many people. */
const TOLD_OF_ANYBODY = [
  'status',
  'role',
  'proposedBy',
  'agreedBy',
  'ended',
  'total',
  'way',
  'proof',
  'wrongCodes',
  'organizationId',
]

/**
 * A row as it is read when its actor, or the person it is about, was erased. The log itself never changes, so readers leave out personal
 * values. What that person did, and their reasons for it, stay.
 */
export function rowWithoutErased<Row extends AuditedRow>(row: Row): Row {
  const isOnErased = row.objectType === 'user' && Boolean(row.objectErasedAt)
  const isByErased = Boolean(row.actorErasedAt)
  const isOwnThing = isByErased && OWN_THINGS.includes(row.objectType)
  if (!isOnErased && !isByErased) return row
  const isPersonal = isOnErased || isOwnThing
  return {
    ...row,
    address: row.address && null,
    ...(isPersonal && { before: withoutPersonal(row.before), after: withoutPersonal(row.after) }),
    ...(isOnErased && { reason: row.reason && ERASED }),
  }
}

const withoutPersonal = (fields: Fields): Fields => mapPersonal(fields, () => ERASED)

export const isPersonal = (name: string): boolean => !TOLD_OF_ANYBODY.includes(name)

/** Applies `change` to those fields of a row that may identify a person. */
export const mapPersonal = (fields: Fields, change: (value: unknown) => unknown): Fields =>
  fields &&
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, isPersonal(name) ? change(value) : value]))
