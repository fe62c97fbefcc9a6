import { customType } from 'drizzle-orm/pg-core'

/** The beginning of a text that is sealed with a person's key. */
export const SEALED = 'sealed:'

/** The key of one person, as the database returns it: it neither prints nor serialises. Only `domain/audit/personal` uses it. */
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

/** Within JSON the bytes are written as `\x` and two digits each. */
export const personKey = customType<{ data: PersonKey; driverData: Uint8Array | string }>({
  dataType: () => 'bytea',
  fromDriver: (bytes) => new PersonKey(typeof bytes === 'string' ? Buffer.from(bytes.slice(2), 'hex') : bytes),
  toDriver: (key) => PersonKey.open(key),
})
