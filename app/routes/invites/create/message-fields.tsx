import { useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import { CUSTOM_MESSAGE_MAX_LENGTH } from '../../../domain/invites/invite'
import { LANGUAGE_NAMES } from '../../../i18n/languages'
import { useTranslation } from '../../../i18n/use-translation'
import { Button } from '../../../ui/button'
import { SelectField, TextArea } from '../../../ui/forms/text-field'
import { LANGUAGES } from '../../../vocabulary'
import type { InviteForm } from './invite-form'

const PREVIEW_PAUSE_MS = 400

/** The recipient's language, one's own words, and how the whole message will read. */
export function MessageFields({ form }: { form: InviteForm }) {
  const { t } = useTranslation('invites')
  return (
    <>
      <SelectField
        {...form.field('language')}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      />
      <TextArea
        {...form.field('customMessage')}
        help={t('field.customMessageHelp')}
        optional
        rows={3}
        maxLength={CUSTOM_MESSAGE_MAX_LENGTH}
      />
      <MessagePreview asked={form.reply?.preview ?? null} />
    </>
  )
}

type Preview = { subject: string; text: string }

/** The message as its recipient will read it: by a button, or following the form where scripts run. */
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
          <p className="max-h-56 overflow-y-auto break-words whitespace-pre-line" dir="auto" tabIndex={0}>
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
      // The preview stays as it was; the message itself is written by the server when it is sent.
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
