/** 32 characters without I, L, O and U: five bits each. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const SIGN_COUNT = 12
const GROUP_LENGTH = 4

/** The limit of the specification (section 5); a code as we write it has 18 characters. */
export const INVITE_CODE_MAX_LENGTH = 19
export const INVITE_CODE_PLACEHOLDER = 'INV-XXXX-XXXX-XXXX'

/** A new code with 60 random bits. */
export function newInviteCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SIGN_COUNT))
  return written([...bytes].map((byte) => ALPHABET[byte & 31]).join(''))
}

/** Cyrillic capitals that look like characters of the alphabet, as typed on a Russian or Kazakh keyboard layout, and O, I and L. */
const LOOKALIKES: Record<string, string> = {
  А: 'A',
  В: 'B',
  Е: 'E',
  Н: 'H',
  К: 'K',
  М: 'M',
  О: '0',
  Р: 'P',
  С: 'C',
  Т: 'T',
  Х: 'X',
  У: 'Y',
  O: '0',
  I: '1',
  L: '1',
}
/** Spaces, every kind of dash and minus, invisible characters, underscores and full stops. */
const BETWEEN = /[\s\p{Pd}\p{Cf}\u2212_.]/gu
const PREFIX = /^[I1L]NV(?=.{12}$)/
/** One character of a code as we write it. */
export const CODE_SIGN = new RegExp(`^[${ALPHABET}]$`)
const BODY = new RegExp(`^[${ALPHABET}]{${SIGN_COUNT}}$`)

/** Fewer characters would match too many codes. */
const START = /^INV([0-9A-Z]{3,12})$/
/** Without a separator after the prefix, fewer characters may be a word (Invest). */
const UNDIVIDED_START_MIN = 6
const plain = (signs: string) => signs.replace(/[АВЕНКМОРСТХУOIL]/gu, (sign) => LOOKALIKES[sign] ?? sign)

/** The code that was meant, in our spelling; null when the text cannot be one. Forgiving (decisions, Invite codes). */
export function parseInviteCode(typed: string): string | null {
  const signs = typed.normalize('NFKC').toUpperCase().replace(BETWEEN, '').replace(PREFIX, '')
  const body = plain(signs)
  return BODY.test(body) ? written(body) : null
}

/** The start of the code that was meant, in our spelling; null when the text does not start one. */
export function parseCodeStart(typed: string): string | null {
  const parts = typed.normalize('NFKC').toUpperCase().split(BETWEEN).filter(Boolean)
  const [, signs] = START.exec(parts.join('')) ?? []
  if (signs === undefined || (parts[0] !== 'INV' && signs.length < UNDIVIDED_START_MIN)) return null
  return written(plain(signs))
}

const written = (body: string): string => {
  const groups = [0, 1, 2].map((group) => body.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH))
  return ['INV', ...groups.filter((group) => group !== '')].join('-')
}
