import type { TypedStep } from '../../../../domain/setup/step-fields'
import { LANGUAGE_NAMES } from '../../../../i18n/languages'
import { Checkbox } from '../../../../ui/choices'
import { SelectField } from '../../../../ui/text-field'
import { CURRENCIES, LANGUAGES } from '../../../../vocabulary'
import { useFieldLabels } from '../field-labels'
import type { Errors } from '../step-fields'

const SWITCHES = [
  'virtualWarehouse',
  'platformDelivery',
  'platformCustoms',
  'internationalShipping',
  'autoDispatch',
  'customerSelfService',
] as const

export function SettingsStep({ typed, errors }: { typed: TypedStep<'settings'>; errors: Errors }) {
  const labels = useFieldLabels()
  return (
    <>
      <div className="choices">
        {SWITCHES.map((name) => (
          <Checkbox key={name} name={name} label={labels[name]} defaultChecked={typed[name]} />
        ))}
      </div>
      <SelectField
        name="defaultLocale"
        label={labels.defaultLocale}
        defaultValue={typed.defaultLocale}
        error={errors.defaultLocale}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      />
      <SelectField
        name="defaultCurrency"
        label={labels.defaultCurrency}
        defaultValue={typed.defaultCurrency}
        error={errors.defaultCurrency}
        options={CURRENCIES.map((value) => ({ value, label: value }))}
      />
    </>
  )
}
