import { useTranslation } from 'react-i18next'
import type { TypedStep } from '../../../../domain/setup/step-fields'
import { RadioGroup } from '../../../../ui/choices'
import { SelectField, TextArea, TextField } from '../../../../ui/text-field'
import { OPERATION_MODES } from '../../../../vocabulary'
import { useFieldLabels } from '../field-labels'
import type { StepChoices } from '../step-choices.server'
import type { Errors } from '../step-fields'

type BasicStepProps = { typed: TypedStep<'basic'>; errors: Errors; choices: StepChoices }

export function BasicStep({ typed, errors, choices }: BasicStepProps) {
  const { t } = useTranslation(['setup', 'organizations'])
  const labels = useFieldLabels()
  const field = (name: keyof TypedStep<'basic'>) => ({
    name,
    label: labels[name],
    defaultValue: typed[name],
    error: errors[name],
  })
  return (
    <>
      <TextField {...field('name')} autoComplete="organization" />
      <TextField {...field('legalName')} />
      <TextField {...field('registrationNumber')} help={t('field.registrationHelp')} />
      <SelectField {...field('country')} options={choices.countries} emptyLabel={t('field.none')} />
      <RadioGroup
        {...field('operationMode')}
        options={OPERATION_MODES.map((value) => ({ value, label: t(`organizations:mode.${value}`) }))}
      />
      <SelectField {...field('timeZone')} options={choices.timeZones} emptyLabel={t('field.none')} />
      <TextField {...field('email')} type="email" dir="ltr" autoComplete="email" />
      <TextField {...field('phone')} type="tel" dir="ltr" autoComplete="tel" help={t('field.phoneHelp')} />
      <TextArea {...field('address')} rows={2} autoComplete="street-address" />
    </>
  )
}
