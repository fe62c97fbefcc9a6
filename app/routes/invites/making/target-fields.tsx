import { useTranslation } from 'react-i18next'
import { RadioGroup } from '../../../ui/choices'
import { SelectField } from '../../../ui/text-field'
import type { Refusal } from './make-from-form.server'
import type { MakingView } from './making-view.server'
import { OrganizationPicker } from './organization-picker'

type TargetFieldsProps = { view: Pick<MakingView, 'types' | 'roles'>; refusal: Refusal | null }

/** The type of a code, and what that type has to name; the other fields appear with the choice, without scripts too. */
export function TargetFields({ view, refusal }: TargetFieldsProps) {
  const { t } = useTranslation(['invites', 'common'])
  const [first] = view.types
  return (
    <div className="group grid gap-4">
      <RadioGroup
        name="type"
        label={t('field.type')}
        look="cards"
        options={view.types.map((value) => ({ value, label: t(`type.${value}`), help: t(`typeHelp.${value}`) }))}
        defaultValue={refusal?.typed.type || first}
        error={refusal?.errors.type}
      />
      <div className="hidden group-has-[[value$=user]:checked]:block">
        <SelectField
          name="role"
          label={t('field.role')}
          emptyLabel={t('field.chooseRole')}
          options={view.roles.map((value) => ({ value, label: t(`common:role.${value}`) }))}
          defaultValue={refusal?.typed.role}
          error={refusal?.errors.role}
        />
      </div>
      {view.types.includes('invite_to_organization') ? (
        <div className="hidden group-has-[[value$=organization]:checked]:block">
          <OrganizationPicker refusal={refusal} />
        </div>
      ) : null}
    </div>
  )
}
