import { useTranslation } from 'react-i18next'
import { FIELD_TARGETS, fieldTarget } from '../../../domain/verifications/items'
import { fieldsOf } from '../../../domain/organizations/organization-fields'
import { useTranslateKey } from '../../../i18n/use-translate-key'
import type { Choice } from '../../../ui/text-field'

/** Every field that an item may point at, named with its section. */
export function useFieldTargets(): Choice[] {
  const { t } = useTranslation('setup')
  const translateKey = useTranslateKey()
  return FIELD_TARGETS.flatMap(({ step, fields }) =>
    fields.map((field) => {
      const [, of] = fieldsOf(step).find(([name]) => name === field) ?? []
      const section = t(`step.${step}`)
      return { value: fieldTarget(step, field), label: of ? `${section}: ${translateKey(of.label)}` : section }
    }),
  )
}
