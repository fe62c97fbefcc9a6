import type { ReactNode } from 'react'
import type { FormReply } from '../../../http/forms/form-action.server'
import { useTranslation } from '../../../i18n/use-translation'
import { SubmitButton } from '../../../ui/button'
import { RadioGroup } from '../../../ui/forms/choices'
import { DialogActions, DialogRoute } from '../../../ui/dialogs/dialog-route'
import { ConsoleForm } from '../../../ui/forms/console-form'
import { useForm, type FormState } from '../../../ui/forms/form'
import { SentBeforeNote } from '../../../ui/forms/sent-before-note'
import { SelectField } from '../../../ui/forms/text-field'
import type { InviteExtra, InviteFormView } from './invite-form.server'
import { OrganizationPicker } from './organization-picker'

type InviteFields = Record<
  | 'recipient'
  | 'rows'
  | 'type'
  | 'role'
  | 'organizationWords'
  | 'organizationId'
  | 'maximumUses'
  | 'lastDay'
  | 'notes'
  | 'language'
  | 'customMessage',
  string
>
export type InviteForm<View = InviteFormView, Extra extends InviteExtra = InviteExtra> = FormState<
  InviteFields,
  View,
  FormReply<Extra>
>

/** A form that makes codes: one, one that is sent, or many. */
export function useInviteForm<View extends InviteFormView, Extra extends InviteExtra = InviteExtra>(
  drawn: View,
  answer: FormReply<Extra> | { proof: unknown } | undefined,
  recipient = '',
) {
  const { t } = useTranslation('invites')
  return useForm<InviteFields, View, FormReply<Extra>>({
    drawn,
    answer,
    values: ({ types: [type], lastDayForStaff, language }) => ({
      type,
      maximumUses: '1',
      lastDay: type === 'invite_to_user' ? lastDayForStaff : undefined,
      language,
    }),
    labels: {
      recipient,
      rows: t('mailing.rows'),
      type: t('field.type'),
      role: t('field.role'),
      organizationWords: t('field.organization'),
      maximumUses: t('field.maximumUses'),
      lastDay: t('field.lastDay'),
      notes: t('field.notes'),
      language: t('field.language'),
      customMessage: t('field.customMessage'),
    },
  })
}

type InviteDialogProps = {
  form: InviteForm
  title: string
  description?: string
  submit: string
  /** What is said when nothing could be made. */
  failedTitle: string
  wide?: boolean
  /** True when one of the fields is a file. */
  withFile?: boolean
  /** In place of the one button. */
  actions?: ReactNode
  /** The form's fields. */
  children: ReactNode
}

export function InviteDialog(props: InviteDialogProps) {
  const { form, title, description, submit, failedTitle, wide, withFile, actions, children } = props
  const { id, closeTo } = form.drawn
  return (
    <DialogRoute title={title} description={description} closeTo={closeTo} wide={wide}>
      <ConsoleForm
        state={form}
        seen={{ id }}
        alertTitle={failedTitle}
        encType={withFile ? 'multipart/form-data' : undefined}
      >
        {form.reply?.sentBefore ? <SentBeforeNote {...form.reply.sentBefore} /> : null}
        {children}
        {actions ?? (
          <DialogActions closeTo={closeTo}>
            <SubmitButton name="intent" value="make">
              {submit}
            </SubmitButton>
          </DialogActions>
        )}
      </ConsoleForm>
    </DialogRoute>
  )
}

/** The type of a code, and what that type has to name; the other fields appear with the choice, without scripts too. */
export function TargetFields({ form }: { form: InviteForm }) {
  const { t } = useTranslation(['invites', 'common'])
  const { types, roles } = form.drawn
  return (
    <div className="group grid gap-4">
      <RadioGroup
        {...form.field('type')}
        look="cards"
        options={types.map((value) => ({ value, label: t(`type.${value}`), help: t(`typeHelp.${value}`) }))}
      />
      <div className="hidden group-has-[[value$=user]:checked]:block">
        <SelectField
          {...form.field('role')}
          emptyLabel={t('field.chooseRole')}
          options={roles.map((value) => ({ value, label: t(`common:role.${value}`) }))}
        />
      </div>
      {types.includes('invite_to_organization') ? (
        <div className="hidden group-has-[[value$=organization]:checked]:block">
          <OrganizationPicker form={form} />
        </div>
      ) : null}
    </div>
  )
}
