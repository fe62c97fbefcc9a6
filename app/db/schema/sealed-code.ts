import { customType } from 'drizzle-orm/pg-core'

const HIDDEN_GROUP = '••••'
const LAST_GROUP_LENGTH = 4

/** A masked code, for those who may not read it. */
export const maskCode = (code: string): string =>
  ['INV', HIDDEN_GROUP, HIDDEN_GROUP, code.slice(-LAST_GROUP_LENGTH)].join('-')

/**
 * An invite code as the database returns it. A code grants access, so it prints and serialises as its mask, in case a caller forgets to
 * check who reads it. Only `domain/invites/show-code` opens it (decision 0013).
 */
export class SealedCode {
  readonly #code: string

  constructor(code: string) {
    this.#code = code
  }

  /** The code itself, for `show-code` and for storing it. */
  static open(sealed: SealedCode): string {
    return sealed.#code
  }

  toString(): string {
    return maskCode(this.#code)
  }

  toJSON(): string {
    return this.toString()
  }
}

/** A text column whose values are read sealed. */
export const sealedCode = customType<{ data: SealedCode; driverData: string }>({
  dataType: () => 'text',
  fromDriver: (code) => new SealedCode(code),
  toDriver: (code) => SealedCode.open(code),
})
