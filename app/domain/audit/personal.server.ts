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
/** A row as read from the database, with the keys of its actor and of the user it is about, where they exist. */
export type KeyedRow = Row & { actorKey: PersonKey | null; objectKey: PersonKey | null }

type SealedValue = { sealed: string }

/** Whose key seals each part of a row: its fields, its reason and the client address. Null where no known person is concerned. */
function peopleOf({ actorId, objectType, objectId }: Row) {
  const user = objectType === 'user' && isUuid(objectId) ? objectId : null
  return {
    fields: user ?? (OWN_THINGS.includes(objectType) ? actorId : null),
    reason: user,
    address: actorId ?? user,
  }
}

const hasPersonal = (fields: Fields): boolean => Object.keys(fields ?? {}).some(isPersonal)

/** The ids of the people whose keys are needed to seal these rows. */
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

/** A row as it is stored: personal values can only be read with that person's key. An erased person has no key, so theirs are not kept. */
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

/** A row with its sealed values opened and the keys removed; a value that can no longer be opened reads as erased, an address as null. */
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
