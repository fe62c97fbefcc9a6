import { useTranslation } from 'react-i18next'
import type { TypedStep } from '../../../../domain/setup/step-fields'
import { CheckboxGroup } from '../../../../ui/choices'
import { TextField } from '../../../../ui/text-field'
import { useFieldLabels } from '../field-labels'
import type { StepChoices } from '../step-choices.server'
import type { Errors } from '../step-fields'

type BrandStepProps = { typed: TypedStep<'brand'>; errors: Errors; choices: StepChoices; isOptional: boolean }

export function BrandStep({ typed, errors, choices, isOptional }: BrandStepProps) {
  const { t } = useTranslation('setup')
  const labels = useFieldLabels()
  const field = (name: Exclude<keyof TypedStep<'brand'>, 'countries'>) => ({
    name,
    label: labels[name],
    defaultValue: typed[name],
    error: errors[name],
  })
  return (
    <>
      {isOptional ? <p className="text-ink-soft">{t('field.brandHelp')}</p> : null}
      <TextField {...field('brandName')} />
      <TextField {...field('localName')} optional />
      <TextField {...field('slogan')} optional />
      <div className="grid grid-cols-2 gap-4">
        <TextField {...field('primaryColor')} type="color" />
        <TextField {...field('secondaryColor')} type="color" />
      </div>
      <CheckboxGroup
        name="countries"
        label={labels.countries}
        defaultValue={typed.countries}
        error={errors.countries}
        options={choices.countries}
      />
    </>
  )
}
