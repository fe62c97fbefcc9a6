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

/** Things that belong to one person alone: what they are called may tell of that person. */
export const OWN_THINGS = ['passkey', 'device', 'session', 'view']
/** What the rows on a person and their own things may say plainly: it is the same for many. */
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
 * A row as it is read where who acted, or the person it is on, was erased: the log is never changed, so readers leave out
 * what it told of them. What they did, and why they decided so, stays.
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

/** The fields of a row with those changed that may say who a person is. */
export const mapPersonal = (fields: Fields, change: (value: unknown) => unknown): Fields =>
  fields &&
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, isPersonal(name) ? change(value) : value]))
