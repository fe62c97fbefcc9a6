import { describe, expect, it } from 'vitest'
import { translate } from '../../../../app/i18n/texts.server'
import { LANGUAGES } from '../../../../app/vocabulary'
import { fieldLabel, fieldValueText } from '../../../../app/domain/verifications/comparison/field-labels.server'

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

it.each([
  ['basic.address', 'Address'],
  ['hours.pickupHours', 'Pickup hours'],
  ['contact.isPrimary', 'Primary branch'],
  ['bank.account', 'Account number'],
  ['of.another.time', 'of.another.time'],
])('the field %s is labelled %s', (key, label) => expect(fieldLabel(key, 'en')).toBe(label))

describe('a value shown to a reviewer', () => {
  it('has the unit that its field has in the form', () => {
    for (const language of LANGUAGES)
      for (const [key, unit] of [
        ['orders.orderTimeoutMinutes', 'minutes'],
        ['orders.maxWeightKg', 'kilograms'],
        ['orders.maxSizeCm', 'centimetres'],
      ] as const)
        expect(fieldValueText(key, 45, language)).toMatch(
          new RegExp(`^45\\s?${translate(language, { key: `setup:field.${unit}` })}$`),
        )
  })

  it('is formatted for reading when it is a phone number', () => {
    expect(fieldValueText('basic.phone', '+77272000001', 'kk')).toBe('+7 7272 00 00 01')
  })

  it.each([
    ['orders.orderTimeoutMinutes', 45, '45 min', '45 мин', '45 мин', '45分钟'],
    ['orders.maxWeightKg', 1350, '1,350 kg', '1 350 кг', '1 350 кг', '1,350千克'],
    ['orders.maxSizeCm', 120, '120 cm', '120 см', '120 см', '120厘米'],
  ])('of %s has its unit in every language', (key, value, ...said) => {
    expect((['en', 'ru', 'kk', 'zh'] as const).map((language) => plain(fieldValueText(key, value, language)))).toEqual(
      said,
    )
  })

  it.each([
    ['basic.operationMode', 'hybrid', 'Смешанная'],
    ['basic.country', 'CN', 'Китай'],
    ['hours.workingDays', ['mon', 'fri'], 'пн и пт'],
    ['settings.defaultLocale', 'kk', 'Қазақша'],
  ])('of %s is shown in words', (key, value, said) => expect(fieldValueText(key, value, 'ru')).toBe(said))

  it.each([
    ['basic.name', 'hybrid'],
    ['basic.legalName', 'standard'],
    ['contact.name', 'CN'],
    ['brand.slogan', 'mon'],
    ['representative.document', 'KZ'],
    ['coverage.serviceTypes', 'of former days'],
  ])('of %s is shown as written, also when it looks like a code: %s', (key, text) =>
    expect(fieldValueText(key, text, 'ru')).toBe(text),
  )

  it('lists services in a sentence, only the first with a capital letter', () => {
    const services = ['standard', 'customs', 'cold_chain']
    expect(fieldValueText('coverage.serviceTypes', services, 'en')).toBe(
      'Standard delivery, customs clearance, and cold chain',
    )
    expect(fieldValueText('coverage.serviceTypes', services, 'ru')).toBe(
      'Стандартная доставка, таможенное оформление и холодовая цепь',
    )
    expect(fieldValueText('coverage.pickupCountries', ['CN', 'RU'], 'ru')).toBe('Китай и Россия')
  })
})
