import type { StepForm } from '../../../domain/setup/step-form.server'
import type { StepChoices } from './step-choices.server'
import { BasicStep } from './steps/basic-step'
import { BrandStep } from './steps/brand-step'
import { ContactStep } from './steps/contact-step'
import { CoverageStep } from './steps/coverage-step'
import { HoursStep } from './steps/hours-step'
import { OrdersStep } from './steps/orders-step'
import { SettingsStep } from './steps/settings-step'

export type Errors = Partial<Record<string, string>>
type StepFieldsProps = {
  form: StepForm
  errors: Errors
  choices: StepChoices
  isRowChange: boolean
  /** Staff fill in the brand that they add; a partner may have none. */
  isBrandNeeded?: boolean
}

/** The fields of whichever step it is. */
export function StepFields({ form, errors, choices, isRowChange, isBrandNeeded }: StepFieldsProps) {
  switch (form.step) {
    case 'basic':
      return <BasicStep typed={form.typed} errors={errors} choices={choices} />
    case 'contact':
      return <ContactStep typed={form.typed} errors={errors} hasAdded={isRowChange} />
    case 'coverage':
      return <CoverageStep typed={form.typed} errors={errors} choices={choices} />
    case 'orders':
      return <OrdersStep typed={form.typed} errors={errors} />
    case 'hours':
      return <HoursStep typed={form.typed} errors={errors} />
    case 'brand':
      return <BrandStep typed={form.typed} errors={errors} choices={choices} isOptional={!isBrandNeeded} />
    case 'settings':
      return <SettingsStep typed={form.typed} errors={errors} />
  }
}
