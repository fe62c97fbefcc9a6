import type { ReactNode } from 'react'
import type { FormReply } from '../../http/forms/form-action.server'
import { useTranslation } from '../../i18n/use-translation'
import { SubmitButton, FormActions } from '../../ui/button'
import { RefusalNotice } from '../../ui/forms/refusal-notice'
import { ConsoleForm } from '../../ui/forms/console-form'
import { fieldsIn } from '../../domain/settings/drawn-settings'
import type { OwnStale, Stale } from './settings-form.server'
import type { Choice } from '../../ui/forms/text-field'
import type { AnyForm } from '../../ui/forms/form-state'
import type { FormState } from '../../ui/forms/form'

type SettingsFormProps = {
  state: AnyForm & { reply: FormReply<Stale & Partial<OwnStale>> | null }
  seen?: Readonly<Record<string, string | number>>
  /** The settings are shared, and somebody else may have changed them. */
  isShared?: boolean
  children: ReactNode
}

/** A settings form; says when the settings changed meanwhile, and what was typed can be saved again. */
export function SettingsForm({ state, seen, isShared, children }: SettingsFormProps) {
  const { t } = useTranslation('settings')
  return (
    <ConsoleForm state={state} seen={seen} className="form">
      {state.reply?.isStale ? (
        <RefusalNotice state={state} title={t(isShared ? 'changed' : 'conflict.title')}>
          {t(state.reply.newer ? 'conflict.ownText' : 'conflict.text')}
        </RefusalNotice>
      ) : null}
      {children}
      <FormActions>
        <SubmitButton>{t('save')}</SubmitButton>
      </FormActions>
    </ConsoleForm>
  )
}

type OwnDrawn = { seen: string }
type OwnOptions = { help?: string; wordOf?: (value: string) => string }

/**
 * The fields of a person's own settings, each with its saved value when that is newer. Those are redrawn, since a field that was not
 * changed here takes the saved value; `wordOf` returns a value in words.
 */
export function useOwnFields<Shape extends Record<string, unknown>>(
  form: FormState<Shape, OwnDrawn, FormReply<OwnStale>>,
) {
  const { t } = useTranslation(['settings', 'common'])
  const { reply, drawn } = form
  const typed = reply?.result.initialValue
  const seen = fieldsIn(reply?.seen.seen ?? typed?.seen ?? drawn.seen)
  return (name: keyof Shape & string, { help, wordOf = (value) => value }: OwnOptions = {}) => {
    const { field, label, ...rest } = form.field(name)
    const { id, errors, initialValue } = field
    const now = reply?.newer?.[name]
    const word = now === undefined ? '' : wordOf(now)
    const said = word ? t('conflict.nowIs', { field: label, value: word }) : t('conflict.nowEmpty', { field: label })
    return {
      ...rest,
      label,
      field: { name, id, errors, key: seen[name], initialValue: typed ? (typed[name] ?? '') : initialValue },
      help: now === undefined ? help : help ? t('common:sentences', { before: help, next: said }) : said,
    }
  }
}

/** The label of a value among its field's choices. */
export const labelIn = (choices: readonly Choice[]) => (value: string) =>
  choices.find((choice) => choice.value === value)?.label ?? value
