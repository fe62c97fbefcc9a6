import { ERASED } from '../../vocabulary'

type Kept = {
  objectType: string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  reason?: string | null
  address?: string | null
  actorErasedAt?: Date | null
  objectErasedAt?: Date | null
}

/** Things that belong to one person alone: what they are called may tell of that person. */
export const OWN_THINGS = ['passkey', 'device', 'session', 'view']
/** What the rows on a person and their own things may say plainly: it is the same for many. */
export const TOLD_OF_ANYBODY = [
  'status',
  'role',
  'proposedBy',
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
export function rowWithoutErased<Row extends Kept>(row: Row): Row {
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

const withoutPersonal = <Fields extends Kept['before']>(fields: Fields): Fields =>
  (fields &&
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, TOLD_OF_ANYBODY.includes(name) ? value : ERASED]),
    )) as Fields
