import { useEffect, useRef, useState, type ReactNode } from 'react'
import { href } from 'react-router'
import type { FormReply } from '../../../http/forms/form-action.server'
import { LANGUAGE_NAMES } from '../../../i18n/languages'
import { useTranslation } from '../../../i18n/use-translation'
import { Button, SubmitButton } from '../../../ui/button'
import { RadioGroup } from '../../../ui/forms/choices'
import { DialogActions, DialogRoute } from '../../../ui/dialogs/dialog-route'
import { ConsoleForm } from '../../../ui/forms/console-form'
import { useForm, type FormState } from '../../../ui/forms/form'
import { SentBeforeNote } from '../../../ui/forms/kept/sent-before-note'
import { SelectField, TextArea } from '../../../ui/forms/text-field'
import { LANGUAGES } from '../../../vocabulary'
import type { InviteExtra, InviteFormView } from './invite-form.server'
import { OrganizationPicker } from './organization-picker'

const PREVIEW_PAUSE_MS = 400

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

/** A form that creates codes: one, one that is sent, or many. */
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
  /** The title of the message when nothing could be created. */
  failedTitle: string
  wide?: boolean
  /** True when one of the fields is a file. */
  withFile?: boolean
  /** Hidden fields beside the id. */
  seen?: Readonly<Record<string, string | null>>
  /** Replaces the single button. */
  actions?: ReactNode
  /** The form's fields. */
  children: ReactNode
}

export function InviteDialog(props: InviteDialogProps) {
  const { form, title, description, submit, failedTitle, wide, withFile, seen, actions, children } = props
  const { id, closeTo } = form.drawn
  return (
    <DialogRoute title={title} description={description} closeTo={closeTo} wide={wide}>
      <ConsoleForm
        state={form}
        seen={{ id, ...seen }}
        alertTitle={failedTitle}
        encType={withFile ? 'multipart/form-data' : undefined}
      >
        {form.reply?.sentBefore ? <SentBeforeNote state={form} {...form.reply.sentBefore} /> : null}
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

/** A code's type, and what that type has to name; the fields appear with the choice, without scripts too. */
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

/** The recipient's language, a personal message, and a preview of the whole message. */
export function MessageFields({ form }: { form: InviteForm }) {
  const { t } = useTranslation('invites')
  return (
    <>
      <SelectField
        {...form.field('language')}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      />
      <TextArea {...form.field('customMessage')} help={t('field.customMessageHelp')} optional rows={3} />
      <MessagePreview asked={form.reply?.preview ?? null} />
    </>
  )
}

type Preview = NonNullable<InviteExtra['preview']>

/** A preview of the message: by a button, or as the form changes where scripts run. */
function MessagePreview({ asked }: { asked: Preview | null }) {
  const { t } = useTranslation('invites')
  const box = useRef<HTMLElement>(null)
  const [live, setLive] = useState<Preview | null>(null)
  useEffect(() => followForm(box.current?.closest('form') ?? null, setLive), [])
  const preview = live ?? asked
  return (
    <section ref={box} aria-label={t('preview.title')} className="grid gap-2">
      <div className="without-script">
        <Button type="submit" name="intent" value="preview" icon="eye" size="small">
          {t('preview.show')}
        </Button>
      </div>
      {preview ? (
        <div className="grid gap-1 rounded-md border border-line bg-sunken p-3 text-sm">
          <p className="text-ink-soft">{t('preview.title')}</p>
          <p
            className="max-h-56 overflow-y-auto break-words whitespace-pre-line"
            dir="auto"
            lang={preview.language}
            tabIndex={0}
          >
            {preview.text}
          </p>
        </div>
      ) : null}
    </section>
  )
}

function followForm(form: HTMLFormElement | null, show: (preview: Preview) => void): () => void {
  if (!form) return () => {}
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = new AbortController()
  const ask = async () => {
    asked.abort()
    asked = new AbortController()
    const body = new URLSearchParams()
    for (const [name, value] of new FormData(form))
      if (typeof value === 'string' && name !== 'rows') body.append(name, value)
    try {
      const answer = await fetch(href('/invites/preview'), { method: 'POST', body, signal: asked.signal })
      if (answer.ok) show((await answer.json()) as Preview)
    } catch {
      // The preview stays as it was; the server writes the message itself when it is sent.
    }
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void ask(), PREVIEW_PAUSE_MS)
  }
  later()
  form.addEventListener('input', later)
  return () => {
    clearTimeout(timer)
    asked.abort()
    form.removeEventListener('input', later)
  }
}
