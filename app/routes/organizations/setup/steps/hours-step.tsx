import { useTranslation } from 'react-i18next'
import type { TypedStep } from '../../../../domain/setup/step-fields'
import { Checkbox, CheckboxGroup } from '../../../../ui/choices'
import { TextField } from '../../../../ui/text-field'
import { WORKING_DAYS } from '../../../../vocabulary'
import { useFieldLabels } from '../field-labels'
import type { Errors } from '../step-fields'

export function HoursStep({ typed, errors }: { typed: TypedStep<'hours'>; errors: Errors }) {
  const { t } = useTranslation(['setup', 'organizations'])
  const labels = useFieldLabels()
  const time = (name: 'pickupFrom' | 'pickupTo' | 'deliveryFrom' | 'deliveryTo') => ({
    name,
    label: labels[name],
    defaultValue: typed[name],
    error: errors[name],
    type: 'time',
  })
  return (
    <>
      <Checkbox
        name="is247Service"
        label={labels.is247Service}
        help={t('field.is247Help')}
        defaultChecked={typed.is247Service}
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField {...time('pickupFrom')} />
        <TextField {...time('pickupTo')} />
        <TextField {...time('deliveryFrom')} />
        <TextField {...time('deliveryTo')} />
      </div>
      <CheckboxGroup
        name="workingDays"
        label={labels.workingDays}
        defaultValue={typed.workingDays}
        error={errors.workingDays}
        options={WORKING_DAYS.map((value) => ({ value, label: t(`organizations:day.${value}`) }))}
      />
    </>
  )
}
