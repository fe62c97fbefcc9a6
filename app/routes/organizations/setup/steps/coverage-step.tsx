import { useTranslation } from 'react-i18next'
import type { TypedStep } from '../../../../domain/setup/step-fields'
import { CheckboxGroup } from '../../../../ui/choices'
import { SERVICE_TYPES } from '../../../../vocabulary'
import { useFieldLabels } from '../field-labels'
import type { StepChoices } from '../step-choices.server'
import type { Errors } from '../step-fields'

type CoverageStepProps = { typed: TypedStep<'coverage'>; errors: Errors; choices: StepChoices }

export function CoverageStep({ typed, errors, choices }: CoverageStepProps) {
  const { t } = useTranslation('organizations')
  const labels = useFieldLabels()
  const field = (name: keyof TypedStep<'coverage'>) => ({
    name,
    label: labels[name],
    defaultValue: typed[name],
    error: errors[name],
  })
  return (
    <>
      <CheckboxGroup {...field('pickupCountries')} options={choices.countries} />
      <CheckboxGroup {...field('deliveryCountries')} options={choices.countries} />
      <CheckboxGroup
        {...field('serviceTypes')}
        options={SERVICE_TYPES.map((value) => ({ value, label: t(`service.${value}`) }))}
      />
    </>
  )
}
