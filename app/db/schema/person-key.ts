import { customType } from 'drizzle-orm/pg-core'

/** What a text begins with that is sealed with the key of a person. */
export const SEALED = 'sealed:'

/** The key of one person, as the database gives it: it neither prints nor serialises. Only `domain/audit/personal` uses it. */
export class PersonKey {
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  static open(key: PersonKey): Uint8Array {
    return key.#bytes
  }

  toString(): string {
    return ''
  }

  toJSON(): string {
    return ''
  }
}

export const personKey = customType<{ data: PersonKey; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (bytes) => new PersonKey(bytes),
  toDriver: (key) => PersonKey.open(key),
})
