import type { Country } from '../vocabulary'
import type { Dice } from './dice'

/** A number that passes its country's check: BIN, unified social credit code, INN, EIN. */
export const registrationNumber = (dice: Dice, country: Country): string => NUMBERS[country](dice)

const NUMBERS: Record<Country, (dice: Dice) => string> = {
  KZ: bin,
  RU: (dice) => withInnCheck(`${dice.pick(['77', '78', '66', '54', '16', '23', '25'])}${dice.digits(7)}`),
  CN: (dice) =>
    withCreditCodeCheck(`91${dice.pick(['310115', '650100', '440305', '610131', '330106'])}${organizationCode(dice)}`),
  US: (dice) => `${dice.pick(['20', '27', '36', '45', '47', '81', '84'])}-${dice.digits(7)}`,
}

const BIN_WEIGHTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
const BIN_SECOND_WEIGHTS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2]

function bin(dice: Dice): string {
  for (;;) {
    const year = String(dice.between(5, 24)).padStart(2, '0')
    const month = String(dice.between(1, 12)).padStart(2, '0')
    const digits = `${year}${month}40${dice.digits(5)}`
    const first = weighted(digits, BIN_WEIGHTS) % 11
    const check = first < 10 ? first : weighted(digits, BIN_SECOND_WEIGHTS) % 11
    if (check < 10) return `${digits}${check}`
  }
}

const withInnCheck = (digits: string) => `${digits}${(weighted(digits, [2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10}`

function organizationCode(dice: Dice): string {
  const code = `MA${dice.pick(['0', '1', '5', '7'])}${dice.digits(5)}`
  const check = 11 - (sum([...code].map((sign, i) => parseInt(sign, 36) * (ORGANIZATION_WEIGHTS[i] ?? 0))) % 11)
  return `${code}${check === 10 ? 'X' : check === 11 ? '0' : check}`
}

const ORGANIZATION_WEIGHTS = [3, 7, 9, 10, 5, 8, 4, 2]
const CREDIT_CODE_SIGNS = '0123456789ABCDEFGHJKLMNPQRTUWXY'

function withCreditCodeCheck(code: string): string {
  const total = sum([...code].map((sign, i) => CREDIT_CODE_SIGNS.indexOf(sign) * (3 ** i % 31)))
  return `${code}${CREDIT_CODE_SIGNS.charAt((31 - (total % 31)) % 31)}`
}

const weighted = (digits: string, weights: number[]) =>
  sum(weights.map((weight, i) => weight * Number(digits.charAt(i))))
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
