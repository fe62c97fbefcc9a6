import { describe, expect, it } from 'vitest'
import { fieldValueText } from '../../app/domain/verifications/comparison/field-labels.server'

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

describe('a value that a reviewer judges', () => {
  it.each([
    ['orders.orderTimeoutMinutes', 45, '45 minutes', '45 минут', '45 минут', '45分钟'],
    ['orders.maxWeightKg', 1350, '1,350 kilograms', '1 350 килограмм', '1 350 килограмм', '1,350千克'],
    ['orders.maxSizeCm', 120, '120 centimeters', '120 сантиметров', '120 сантиметр', '120厘米'],
  ])('%s says its unit', (key, value, ...said) => {
    expect((['en', 'ru', 'kk', 'zh'] as const).map((language) => plain(fieldValueText(key, value, language)))).toEqual(
      said,
    )
  })

  it('names services inside the sentence as common nouns', () => {
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
