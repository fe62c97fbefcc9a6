import { expect, it } from 'vitest'
import { personInput } from '../../../app/domain/join/input.server'
import { accountInput } from '../../../app/domain/settings/input'
import { inviteUserInput } from '../../../app/domain/users/invite-input.server'

const FORMS = {
  'sign-up': personInput([]).shape.name,
  'one’s own account': accountInput.shape.username,
  'inviting a user': inviteUserInput(['cashier'], ['KZ']).shape.username,
}

it.each(Object.entries(FORMS))(
  'the form of %s removes invisible characters from a name and takes at most 120 characters',
  (_, name) => {
    expect(name.parse('  Айгүл\u202E \u200B Сәрсенбаева\u0000\n')).toBe('Айгүл Сәрсенбаева')
    expect(name.parse('Ма\u00ADрия\u200D')).toBe('Мария')
    expect(name.parse('Зоя И\u0306орк')).toBe('Зоя Йорк')
    expect(name.safeParse('\u200B\u2066 -').success).toBe(false)
    expect(name.safeParse('Ж'.repeat(120)).success).toBe(true)
    expect(name.safeParse('Ж'.repeat(121)).success).toBe(false)
  },
)

it.each(Object.entries(FORMS))('the form of %s tells a missing name from one without letters', (_, name) => {
  const told = (typed: string) => name.safeParse(typed).error?.issues.map(({ message }) => message)
  for (const typed of ['', ' \u200B ', '\u2800']) expect(told(typed)).toEqual(['common:error.required'])
  for (const typed of ['-', '!!!', '🚚🚚']) expect(told(typed)).toEqual(['setup:error.noLetters'])
})
