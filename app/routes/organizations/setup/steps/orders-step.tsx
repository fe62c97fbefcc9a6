import { useTranslation } from 'react-i18next'
import type { TypedStep } from '../../../../domain/setup/step-fields'
import { Checkbox } from '../../../../ui/choices'
import { TextField } from '../../../../ui/text-field'
import { useFieldLabels } from '../field-labels'
import type { Errors } from '../step-fields'

export function OrdersStep({ typed, errors }: { typed: TypedStep<'orders'>; errors: Errors }) {
  const { t } = useTranslation('setup')
  const labels = useFieldLabels()
  const amount = (name: 'orderTimeoutMinutes' | 'maxWeightKg' | 'maxSizeCm') => ({
    name,
    label: labels[name],
    defaultValue: typed[name],
    error: errors[name],
    inputMode: 'numeric' as const,
  })
  return (
    <>
      <Checkbox name="autoAcceptOrders" label={labels.autoAcceptOrders} defaultChecked={typed.autoAcceptOrders} />
      <TextField {...amount('orderTimeoutMinutes')} suffix={t('field.minutes')} />
      <Checkbox name="allowCod" label={labels.allowCod} defaultChecked={typed.allowCod} />
      <TextField {...amount('maxWeightKg')} suffix={t('field.kilograms')} />
      <TextField {...amount('maxSizeCm')} suffix={t('field.centimetres')} />
    </>
  )
}
