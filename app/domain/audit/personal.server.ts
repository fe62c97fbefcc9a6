import { PersonKey, SEALED } from '../../db/schema/person-key'
import { ERASED } from '../../pseudonyms'
import { openWith, sealWith } from '../sealing.server'
import { isPersonal, mapPersonal, OWN_THINGS, type Fields } from './without-erased'
import { isUuid } from '../../uuid'

type Row = {
  actorId: string | null
  objectType: string
  objectId: string
  before?: Fields
  after?: Fields
  reason?: string | null
  address?: string | null
}
/** As it is read: with the keys of who acted and of the user that it is on, where they are there. */
export type KeyedRow = Row & { actorKey: PersonKey | null; objectKey: PersonKey | null }

type SealedValue = { sealed: string }

/** Whose key seals what a row tells: its fields and its reason, and the network address. Null where it is about nobody known. */
function peopleOf({ actorId, objectType, objectId }: Row) {
  const user = objectType === 'user' && isUuid(objectId) ? objectId : null
  return {
    fields: user ?? (OWN_THINGS.includes(objectType) ? actorId : null),
    reason: user,
    address: actorId ?? user,
  }
}

const hasPersonal = (fields: Fields): boolean => Object.keys(fields ?? {}).some(isPersonal)

/** The people whose keys it takes to seal these rows. */
export function peopleToSealFor(rows: readonly Row[]): string[] {
  const ids = rows.flatMap((row) => {
    const { fields, reason, address } = peopleOf(row)
    return [
      (hasPersonal(row.before) || hasPersonal(row.after)) && fields,
      row.reason && reason,
      row.address && address,
    ].filter((id) => typeof id === 'string')
  })
  return [...new Set(ids)].filter(Boolean).toSorted()
}

/** A row as it is kept: what says who a person is can be read with their key alone. Who was erased has none: nothing of it is kept. */
export function sealRow<Sealed extends Row>(row: Sealed, keys: ReadonlyMap<string, PersonKey>): Sealed {
  const { fields, reason, address } = peopleOf(row)
  const seal = (id: string, text: string): string | null => {
    const key = keys.get(id)
    return key ? sealWith(PersonKey.open(key), text) : null
  }
  const sealText = (id: string | null, text: string | null | undefined) => {
    if (id === null || !text) return text
    const sealed = seal(id, text)
    return sealed && SEALED + sealed
  }
  const sealValue = (id: string, value: unknown): SealedValue | string => {
    const sealed = seal(id, JSON.stringify(value))
    return sealed === null ? ERASED : { sealed }
  }
  const sealFields = (told: Fields) =>
    fields === null ? told : mapPersonal(told, (value) => (value === undefined ? value : sealValue(fields, value)))
  return {
    ...row,
    before: sealFields(row.before),
    after: sealFields(row.after),
    reason: sealText(reason, row.reason),
    address: sealText(address, row.address),
  }
}

/** A row as it was told; what cannot be opened any more is said to be erased. The keys are not in it. */
export function openRow<Sealed extends KeyedRow>({
  actorKey,
  objectKey,
  ...row
}: Sealed): Omit<Sealed, 'actorKey' | 'objectKey'> {
  const people = peopleOf(row)
  const keyOf = (id: string | null) => (id === null ? null : id === row.actorId ? actorKey : objectKey)
  const open = (id: string | null, sealed: string): string | null => {
    const key = keyOf(id)
    return key && openWith(PersonKey.open(key), sealed)
  }
  const openText = (id: string | null, text: string | null | undefined, otherwise: string | null) =>
    id !== null && text?.startsWith(SEALED) ? (open(id, text.slice(SEALED.length)) ?? otherwise) : text
  const openFields = (told: Fields) =>
    mapPersonal(told, (value) => {
      if (!isSealed(value)) return value
      const text = open(people.fields, value.sealed)
      return text === null ? ERASED : (JSON.parse(text) as unknown)
    })
  return {
    ...row,
    before: openFields(row.before),
    after: openFields(row.after),
    reason: openText(people.reason, row.reason, ERASED),
    address: openText(people.address, row.address, null),
  }
}

const isSealed = (value: unknown): value is SealedValue =>
  typeof value === 'object' && value !== null && 'sealed' in value && typeof value.sealed === 'string'
