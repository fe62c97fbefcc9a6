import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Form, useLocation, useNavigation, type FormProps } from 'react-router'
import { FORM_FIELDS } from '../vocabulary'
import { Button } from './button'
import type { IconName } from './icon'
import { keepWhileTyped } from './keep-draft'
import { draftAddress, EnterButton, WRITTEN_FORM_ID } from './kept-form'
import { useServerFacts } from './server-facts'
import { onUnsent } from './unsent'
import { DraftNote, UnsentNote } from './unsent-note'

/** Whose forms these are: the account that the page was drawn for; empty where nobody is signed in. */
export const WriterContext = createContext('')

/** Names a text that is kept, and since when. */
type KeptText = { text: string; at: string }

/** What was typed before and never sent, as the refusal that the form is drawn again with; and what other windows kept. */
export type Restored<Refusal> = KeptText & { refusal: Refusal; others: KeptText[] }

type Held<Drawn, Refusal> = {
  pathname: string
  writer: string
  /** Counts the drawings at this address: after a form was taken it is drawn anew. */
  drawing: number
  drawn: Drawn
  refusal: Refusal | null
  restored: Restored<Refusal> | null
}

/** What a form shows as long as it stands: made by `useWritten` only. */
export type Written<Drawn = unknown, Refusal = unknown> = Held<Drawn, Refusal> & {
  /** The server keeps a draft of it. */
  isKept: boolean
  /** The text that it was drawn with. */
  former: string | null
  noteSending: () => void
}

/**
 * Holds what a form was drawn from, and the last refusal of what was typed, until that very form has been taken. Asking the
 * server again, for the window's focus or after another act, changes neither: a save is judged by the version that was seen.
 * With `restored` the server keeps a draft; null is a form of which nothing is kept yet.
 */
export function useWritten<Drawn, Refusal, Again = never>(
  drawn: Drawn,
  refusal: Refusal | null | undefined = null,
  restored?: Restored<Again> | null,
): Written<Drawn, Refusal | Again> {
  const { pathname, key } = useLocation()
  const { state } = useNavigation()
  const writer = useContext(WriterContext)
  const [sentAt, setSentAt] = useState<string | null>(null)
  const fresh = { pathname, writer, drawn, refusal, restored: restored ?? null }
  const [held, setHeld] = useState<Held<Drawn, Refusal | Again>>({ ...fresh, drawing: 0 })
  let shown = held
  if (held.pathname !== pathname || held.writer !== writer) shown = { ...fresh, drawing: held.drawing + 1 }
  else if (refusal && refusal !== held.refusal) shown = { ...held, refusal }
  if (state === 'idle' && sentAt !== null && sentAt !== key) {
    setSentAt(null)
    if (!refusal) shown = { ...fresh, drawing: held.drawing + 1 }
  }
  if (shown !== held) setHeld(shown)

  useEffect(() => onUnsent(pathname, () => setSentAt(null)), [pathname])

  return {
    ...shown,
    refusal: shown.refusal ?? shown.restored?.refusal ?? null,
    restored: shown.refusal ? null : shown.restored,
    former: shown.restored?.text ?? null,
    isKept: restored !== undefined,
    noteSending: () => setSentAt(key),
  }
}

type WrittenFormProps = Omit<FormProps, 'method' | 'onSubmit' | 'id'> & {
  written: Written
  /** Hidden fields that say what was seen: the version, or the values themselves. */
  seen?: Readonly<Record<string, string | number>>
  children: ReactNode
}

/**
 * A form whose text is never replaced from under the hands, and whose version is that of the moment it was drawn. Where the
 * server keeps drafts of it, what is typed survives leaving, and a text that was kept is offered with its time.
 */
export function WrittenForm({ written, seen = {}, children, ...rest }: WrittenFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const facts = useServerFacts()
  const { drawing, pathname, isKept, former } = written
  useEffect(
    () => (isKept && form.current ? keepWhileTyped(form.current, draftAddress(pathname), pathname) : undefined),
    [isKept, pathname, drawing],
  )
  return (
    <div className="grid min-w-0 gap-4">
      <UnsentNote />
      {isKept ? <DraftNote key={drawing} /> : null}
      <RestoredNote written={written} />
      <Form
        noValidate
        preventScrollReset
        {...rest}
        ref={form}
        key={drawing}
        id={WRITTEN_FORM_ID}
        method="post"
        onSubmit={written.noteSending}
      >
        {isKept ? <input type="hidden" name="keep" value={former ?? 'on'} /> : null}
        {isKept ? <DrawingField drawing={facts?.drawing} /> : null}
        <WriterField writer={written.writer} />
        {Object.entries(seen).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
      </Form>
    </div>
  )
}

/** A form is carried out for the account that it was drawn for, or not at all. */
const WriterField = ({ writer }: { writer: string }) =>
  writer === '' ? null : <input type="hidden" name="writer" value={writer} />

/** Named by the server in its pages, where it stays as it is, and by the script otherwise. */
const DrawingField = ({ drawing }: { drawing?: string }) => (
  <input
    type="hidden"
    name={FORM_FIELDS.drawing}
    suppressHydrationWarning
    {...(drawing && { defaultValue: drawing })}
  />
)

/** Since when the text in the form is kept, and the way to be rid of it; and the texts of other windows. */
function RestoredNote({ written }: { written: Written }) {
  const { t } = useTranslation('ui')
  const { search } = useLocation()
  const { restored, pathname } = written
  if (!restored) return null
  const leadTo = (act: Readonly<Record<string, string>>) => ({
    type: 'submit' as const,
    size: 'small' as const,
    form: WRITTEN_FORM_ID,
    formAction: draftAddress(pathname, pathname + search, act),
    formNoValidate: true,
  })
  return (
    <div className="grid gap-2" role="status">
      <EnterButton />
      <div className="restored">
        <span>{t('draft.restored', { time: restored.at })}</span>
        <Button {...leadTo({ drop: '' })}>{t('draft.discard')}</Button>
      </div>
      {restored.others.map(({ text, at }) => (
        <div key={text} className="restored">
          <span>{t('draft.other', { time: at })}</span>
          <Button {...leadTo({ show: text })}>{t('draft.show')}</Button>
        </div>
      ))}
    </div>
  )
}

/** A button of a kept form that leads to another page; what was typed is there again on the way back. */
export function DetourButton({ to, icon, children }: { to: string; icon?: IconName; children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <Button type="submit" formAction={draftAddress(pathname, to)} formNoValidate icon={icon}>
      {children}
    </Button>
  )
}
