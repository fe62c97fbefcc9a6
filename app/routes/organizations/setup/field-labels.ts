import { fieldsOf, type FormStep } from '../../../domain/organizations/organization-fields'
import { useTranslateKey } from '../../../i18n/use-translate-key'

/** What each field of a section is called, on its form and in the list of what is wrong; those of a branch as `branches.name`. */
export function useFieldLabels(step: FormStep): Record<string, string> {
  const translateKey = useTranslateKey()
  const labels = fieldsOf(step).map(([name, { label }]) => [name, translateKey(label)] as const)
  if (step !== 'contact') return Object.fromEntries(labels)
  return {
    branches: translateKey('setup:step.contact'),
    ...Object.fromEntries(labels.map(([name, label]) => [`branches.${name}`, label])),
    primary: translateKey('setup:field.primary'),
  }
}
