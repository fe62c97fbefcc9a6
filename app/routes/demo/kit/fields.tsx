import { useTranslation } from '../../../i18n/use-translation'
import { Button, ButtonLink, FormActions } from '../../../ui/button'
import { CheckboxGroup, RadioGroup } from '../../../ui/forms/choices'
import { SelectField, TextArea, TextField } from '../../../ui/forms/text-field'
import { ORGANIZATION_STATUSES } from '../../../vocabulary'
import { HERE, Part } from './part'

export function Fields() {
  const { t } = useTranslation(['access', 'common', 'organizations', 'ui'])
  const modes = (['self_operated', 'hybrid', 'independent'] as const).map((value) => ({
    value,
    label: t(`organizations:mode.${value}`),
  }))
  const statuses = ORGANIZATION_STATUSES.slice(-3).map((value) => ({
    value,
    label: t(`organizations:status.${value}`),
  }))
  return (
    <Part file="forms">
      <form action={HERE} className="grid max-w-md grid-cols-1 gap-4">
        <TextField name="name" label={t('recovery.name')} optional />
        <TextField
          name="phone"
          type="tel"
          label={t('signIn.phone')}
          help={t('signIn.phoneHelp')}
          error={t('error.phoneInvalid')}
          defaultValue="+7701"
        />
        <TextField name="weight" label={t('organizations:field.registrationNumber')} suffix="kg" />
        <TextArea name="message" label={t('recovery.message')} help={t('recovery.messageHelp')} />
        <SelectField name="mode" label={t('organizations:column.mode')} options={modes} defaultValue="hybrid" />
        <RadioGroup name="one" label={t('organizations:column.mode')} options={modes} look="cards" />
        <CheckboxGroup
          name="any"
          label={t('organizations:column.status')}
          options={statuses}
          defaultValue={['active']}
          error={t('common:error.ticksRequired')}
        />
        <FormActions>
          <Button type="submit" variant="primary">
            {t('common:form.send')}
          </Button>
          <ButtonLink to={HERE} variant="quiet">
            {t('ui:cancel')}
          </ButtonLink>
        </FormActions>
      </form>
    </Part>
  )
}
