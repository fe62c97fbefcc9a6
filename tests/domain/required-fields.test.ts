import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { documentInput } from '../../app/domain/documents/document-input'
import { createInput } from '../../app/domain/invites/invite-input'
import { mailingInput } from '../../app/domain/invites/sending/mailing-input'
import { personInput } from '../../app/domain/join/input.server'
import { fieldsOf, type FormStep, type OrganizationField } from '../../app/domain/organizations/organization-fields'
import { accountInput, appearanceInput, displayInput } from '../../app/domain/settings/input'
import { stepInput } from '../../app/domain/setup/input.server'
import { changeUserInput } from '../../app/domain/users/change-input'
import { inviteUserInput } from '../../app/domain/users/invite-input.server'
import { reviewPeopleInput } from '../../app/domain/verifications/second-person/review-people-input'
import { templateInput } from '../../app/domain/verifications/templates/template-input'
import { SETUP_STEPS, VERIFICATION_TYPES } from '../../app/vocabulary'

const TEXT = 'common:error.required'
const CHOICE = 'common:error.choiceRequired'
const TICK = 'common:error.tickRequired'
const TICKS = 'common:error.ticksRequired'

const errorsOf = (schema: z.ZodType, sent: object) =>
  Object.fromEntries(schema.safeParse(sent).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])

const id = '6a0f1c1e-6f0a-4a53-9a3c-0b6f1d2f7c11'
const FORMS: [form: string, schema: z.ZodType, told: Record<string, string>][] = [
  ['signing up', personInput(['KZ']), { name: TEXT, phone: TEXT, terms: TICK }],
  [
    'inviting a user',
    inviteUserInput(['cashier'], ['KZ']),
    { username: TEXT, phone: TEXT, role: CHOICE, language: CHOICE },
  ],
  ['changing a role', changeUserInput({ id, role: 'superadmin' }, 'role'), { role: CHOICE }],
  ['suspending a user', changeUserInput({ id, role: 'superadmin' }, 'suspend'), { reason: TEXT }],
  ['one’s own account', accountInput, { username: TEXT, language: CHOICE, timeZone: CHOICE }],
  ['display', displayInput, { pageSize: CHOICE, density: CHOICE, startPage: CHOICE }],
  ['appearance', appearanceInput, { theme: CHOICE, font: CHOICE, dir: CHOICE }],
  ['a document', documentInput, { type: CHOICE }],
  ['a new code', createInput('2026-03-05'), { maximumUses: TEXT, type: CHOICE }],
  ['a mailing', mailingInput, { rows: TEXT, language: CHOICE, type: CHOICE }],
  ['a template', templateInput, { use: CHOICE }],
  ['the texts of a template', templateInput, { en: TEXT }],
  ['review rules', reviewPeopleInput, Object.fromEntries(VERIFICATION_TYPES.map((type) => [type, CHOICE]))],
]
const GIVEN: Record<string, object> = { 'the texts of a template': { use: 'item' } }

const TOLD: Partial<Record<OrganizationField['kind'], string>> = {
  oneOf: CHOICE,
  someOf: TICKS,
  yesNo: undefined,
  color: undefined,
}
const toldOf = (field: OrganizationField) => (field.kind in TOLD ? TOLD[field.kind] : TEXT)
const STEPS = SETUP_STEPS.filter((step): step is FormStep => step !== 'documents' && step !== 'contact')

describe('a missing value is asked for in the words of its field: to be written, chosen or ticked', () => {
  it.each(FORMS)('in the form for %s', (form, schema, told) => {
    expect(errorsOf(schema, { id, ...GIVEN[form] })).toEqual(told)
  })

  it.each(STEPS)('in the section %s of an organization', (step) => {
    const told = fieldsOf(step).flatMap(([name, field]) => {
      const key = 'optional' in field ? undefined : toldOf(field)
      return key ? [[name, key]] : []
    })
    const schema = stepInput(step, { language: 'en', country: 'KZ' }, { isBrandNeeded: true })
    expect(errorsOf(schema, {})).toEqual(Object.fromEntries(told))
  })
})
