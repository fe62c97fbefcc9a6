import {
  fieldsOf,
  type FormStep,
  type Lists,
  type OrganizationField,
  type Section,
} from '../../../domain/organizations/organization-fields'
import { BRANCHES_MAX } from '../../../domain/setup/setup-steps'
import type { TextKey } from '../../../i18n/keys'
import { LANGUAGE_NAMES } from '../../../i18n/languages'
import { useTranslateKey } from '../../../i18n/use-translate-key'
import { useTranslation } from '../../../i18n/use-translation'
import { Button } from '../../../ui/button'
import { Checkbox, CheckboxGroup, RadioGroup } from '../../../ui/forms/choices'
import { FieldMessage } from '../../../ui/forms/field'
import { HiddenField, type FormState, type LabelledField } from '../../../ui/forms/form'
import { SelectField, TextArea, TextField, type Choice } from '../../../ui/forms/text-field'
import { CURRENCIES, LANGUAGES, OPERATION_MODES, SERVICE_TYPES, WORKING_DAYS } from '../../../vocabulary'
import type { LockedFields } from '../edit/section.server'
import type { StepChoices } from './step-choices.server'

/** The fields of sections; only contacts have branches, and only what a partner is asked for has answers. */
export type StepShape = {
  [name: string]: unknown
  branches: Record<string, string>[]
  primary: string
  answers: string[]
}

type SectionForm = Pick<FormState<StepShape>, 'form' | 'fields' | 'field' | 'hasNewRow'>
type StepFieldsProps = {
  step: FormStep
  form: SectionForm
  choices: StepChoices
  /** Fields that are shown as they are stored, by their names, and what was typed there all the same. */
  locked?: LockedFields
  /** On the way through the setup, where a partner without a brand leaves it empty and goes on. */
  leadsOn?: boolean
}

/** The fields of one section, as the table of an organization's fields says. */
export function StepFields({ step, form, choices, locked, leadsOn }: StepFieldsProps) {
  const { t } = useTranslation('setup')
  if (step === 'contact') return <Branches form={form} choices={choices} />
  return (
    <>
      {step === 'brand' && leadsOn ? <p className="text-ink-soft">{t('field.brandHelp')}</p> : null}
      {groupsOf(step).map((group) => (
        <Group key={group[0]?.[0]} of={group[0]?.[1].kind}>
          {group.map(([name, of]) =>
            locked && name in locked.values ? (
              <LockedField
                key={name}
                own={form.field(name)}
                of={of}
                choices={choices}
                value={textOf(locked.values[name])}
                refused={locked.refused[name]}
              />
            ) : (
              <StepField key={name} own={form.field(name)} of={of} choices={choices} more={MORE[name]} />
            ),
          )}
        </Group>
      ))}
    </>
  )
}

type SingleFieldProps = { step: Section; name: string; form: Pick<SectionForm, 'field'>; choices: StepChoices }

/** One field of a section, as it stands in the form of that section. */
export function SingleField({ step, name, form, choices }: SingleFieldProps) {
  const [, of] = fieldsOf(step).find(([own]) => own === name) ?? []
  return of ? <StepField own={form.field(name)} of={of} choices={choices} more={MORE[name]} /> : null
}

type Named = [string, OrganizationField]

/** Neighbours of one kind that stand together. */
function groupsOf(step: FormStep): Named[][] {
  const groups: Named[][] = []
  for (const named of fieldsOf(step)) {
    const last = groups.at(-1)
    const { kind } = named[1]
    const isPair = kind === 'time' || kind === 'color' || kind === 'yesNo'
    if (last && isPair && last[0]?.[1].kind === kind) last.push(named)
    else groups.push([named])
  }
  return groups
}

function Group({ of, children }: { of: OrganizationField['kind'] | undefined; children: React.ReactNode[] }) {
  if (children.length === 1) return children
  return <div className={of === 'yesNo' ? 'choices' : 'field-pairs'}>{children}</div>
}

type More = { help?: TextKey; suffix?: TextKey; autoComplete?: string }

const MORE: Readonly<Record<string, More>> = {
  name: { autoComplete: 'organization' },
  email: { autoComplete: 'email' },
  phone: { autoComplete: 'tel' },
  address: { autoComplete: 'street-address' },
  is247Service: { help: 'setup:field.is247Help' },
  orderTimeoutMinutes: { suffix: 'setup:field.minutes' },
  maxWeightKg: { suffix: 'setup:field.kilograms' },
  maxSizeCm: { suffix: 'setup:field.centimetres' },
}

type StepFieldProps = {
  own: LabelledField
  of: OrganizationField
  choices: StepChoices
  more?: More
}

function StepField({ own, of, choices, more = {} }: StepFieldProps) {
  const { t } = useTranslation('setup')
  const translateKey = useTranslateKey()
  const options = useOptions(choices)
  const { autoComplete } = more
  switch (of.kind) {
    case 'text':
      return <TextField {...own} optional={of.optional} autoComplete={autoComplete} />
    case 'lines':
      return <TextArea {...own} rows={2} autoComplete={autoComplete} />
    case 'registrationNumber':
      return <TextField {...own} help={t('field.registrationHelp')} />
    case 'phone':
      return <TextField {...own} type="tel" dir="ltr" autoComplete={autoComplete} help={t('field.phoneHelp')} />
    case 'email':
      return <TextField {...own} type="email" dir="ltr" autoComplete={autoComplete} />
    case 'oneOf':
      if (of.of === 'modes') return <RadioGroup {...own} options={options.modes} />
      return (
        <SelectField {...own} options={options[of.of]} emptyLabel={EMPTY.has(of.of) ? t('field.none') : undefined} />
      )
    case 'someOf':
      return <CheckboxGroup {...own} options={options[of.of]} />
    case 'amount':
      return <TextField {...own} inputMode="numeric" suffix={more.suffix && translateKey(more.suffix)} />
    case 'time':
    case 'color':
      return <TextField {...own} type={of.kind} />
    case 'yesNo':
      return <Checkbox {...own} help={more.help && translateKey(more.help)} />
  }
}

type LockedFieldProps = Omit<StepFieldProps, 'more'> & { value: string; refused?: string }

/** What two people decide about: the stored value, sent as it is, whatever the form was drawn again with. */
function LockedField({ own: { field, label, autoFocus }, of, choices, value, refused }: LockedFieldProps) {
  const { t } = useTranslation('organizations')
  const options = useOptions(choices)
  const offered = of.kind === 'oneOf' ? options[of.of] : null
  const typed = offered ? offered.find((option) => option.value === refused)?.label : refused
  const own = {
    name: field.name,
    id: field.id,
    error: field.errors?.[0],
    label,
    autoFocus,
    help: (
      <>
        {t('decidedByTwo')}
        {typed ? <span className="block">{t('notSaved', { value: typed })}</span> : null}
      </>
    ),
  }
  if (!offered) return <TextArea {...own} value={value} rows={2} readOnly />
  const only = offered.map((option) => ({ ...option, disabled: option.value !== value }))
  return <RadioGroup key={value} {...own} options={only} defaultValue={value} />
}

const textOf = (stored: unknown): string => (typeof stored === 'string' ? stored : '')

/** Lists of which nothing may be chosen yet. */
const EMPTY: ReadonlySet<keyof Lists> = new Set(['countries', 'timeZones'])

function useOptions({ countries, timeZones }: StepChoices): Record<keyof Lists, Choice[]> {
  const { t } = useTranslation('organizations')
  return {
    countries,
    timeZones,
    modes: OPERATION_MODES.map((value) => ({ value, label: t(`mode.${value}`) })),
    services: SERVICE_TYPES.map((value) => ({ value, label: t(`service.${value}`) })),
    days: WORKING_DAYS.map((value) => ({ value, label: t(`weekday.${value}`) })),
    languages: LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
    currencies: CURRENCIES.map((value) => ({ value, label: value })),
  }
}

/** The branches, one of them primary; rows come and go without scripts too. Each row keeps its number when another one goes. */
function Branches({ form: { form, fields, field, hasNewRow }, choices }: { form: SectionForm; choices: StepChoices }) {
  const { t } = useTranslation('setup')
  const { branches } = fields
  const rows = branches.getFieldList().map((row) => ({ row, own: row.getFieldset() }))
  const numbers = rows.map(({ own }, index) => String(own.row?.initialValue ?? index))
  const chosen = String(form.value?.primary ?? fields.primary.initialValue ?? '')
  const primary = numbers.includes(chosen) ? chosen : numbers[0]
  const next = String(Math.max(-1, ...numbers.map(Number)) + 1)
  return (
    <>
      {rows.map(({ row, own }, index) => (
        <fieldset key={row.key ?? row.name} className="grid min-w-0 gap-4 rounded border border-line p-4">
          <legend className="px-1 font-semibold">{t('field.branch', { n: index + 1 })}</legend>
          {own.row ? <HiddenField field={own.row} /> : null}
          {fieldsOf('contact').map(([name, of], nth) => {
            const cell = own[name]
            if (!cell) return null
            const isNew = nth === 0 && index > 0 && index === rows.length - 1 && hasNewRow('branches')
            return (
              <StepField
                key={name}
                own={{ ...field(cell), ...(isNew && { autoFocus: true }) }}
                of={of}
                choices={choices}
              />
            )
          })}
          <div className="flex flex-wrap items-center justify-between gap-2">
            <label className="choice" htmlFor={`field-primary-${index}`}>
              <input
                key={primary === chosen ? 'chosen' : 'left'}
                type="radio"
                id={`field-primary-${index}`}
                name={fields.primary.name}
                value={numbers[index]}
                defaultChecked={numbers[index] === primary}
                className="check"
              />
              <span>{t('field.primary')}</span>
            </label>
            {rows.length > 1 ? (
              <Button
                type="submit"
                {...form.remove.getButtonProps({ name: branches.name, index })}
                variant="quiet"
                size="small"
                icon="trash"
              >
                {t('field.removeBranch', { n: index + 1 })}
              </Button>
            ) : null}
          </div>
        </fieldset>
      ))}
      <FieldMessage id={branches.id} error={branches.errors?.[0]} />
      {rows.length < BRANCHES_MAX ? (
        <div>
          <Button
            type="submit"
            {...form.insert.getButtonProps({ name: branches.name, defaultValue: { row: next } })}
            size="small"
            icon="plus"
          >
            {t('field.addBranch')}
          </Button>
        </div>
      ) : branches.errors ? null : (
        <p className="text-ink-soft">{t('error.tooManyBranches')}</p>
      )}
    </>
  )
}
