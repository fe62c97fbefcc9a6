import type { ReactNode } from 'react'
import type { FormReply } from '../../http/forms/form-action.server'
import { useTranslation } from '../../i18n/use-translation'
import { SubmitButton, FormActions } from '../../ui/button'
import { RefusalNotice } from '../../ui/forms/refusal-notice'
import { ConsoleForm } from '../../ui/forms/console-form'
import type { Stale } from './settings-form.server'
import type { AnyForm } from '../../ui/forms/form-state'

type SettingsFormProps = {
  state: AnyForm & { reply: FormReply<Stale> | null }
  seen?: Readonly<Record<string, string | number>>
  /** They are of everybody, and somebody else may have changed them. */
  isShared?: boolean
  children: ReactNode
}

/** A form of the settings; when they changed meanwhile it says so, and what was typed can be saved again. */
export function SettingsForm({ state, seen, isShared, children }: SettingsFormProps) {
  const { t } = useTranslation('settings')
  return (
    <ConsoleForm state={state} seen={seen} className="form">
      {state.reply?.isStale ? (
        <RefusalNotice state={state} title={t(isShared ? 'changed' : 'conflict.title')}>
          {t('conflict.text')}
        </RefusalNotice>
      ) : null}
      {children}
      <FormActions>
        <SubmitButton>{t('save')}</SubmitButton>
      </FormActions>
    </ConsoleForm>
  )
}
