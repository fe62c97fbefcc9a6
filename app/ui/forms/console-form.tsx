import type { SubmissionResult } from '@conform-to/dom'
import {
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FormEvent,
  type ReactNode,
} from 'react'
import { UNSAFE_DataRouterContext, useLocation, type FormProps } from 'react-router'
import { useTranslation } from '../../i18n/use-translation'
import { FORM_FIELDS } from '../../vocabulary'
import { Button } from '../button'
import { Callout } from '../callout'
import { ErrorSummary, type FieldError } from './error-summary'
import type { IconName } from '../icon'
import { keepWhileTyped } from './kept/keep-draft'
import { draftAddress, EnterButton, WriterContext } from './kept/kept-form'
import { useServerFacts } from '../frame/server-facts'
import { FormToken } from './post-form'
import { onLedTo } from './kept/led-to'
import { DraftNote, UnsentNote } from './kept/unsent-note'
import { Form } from '../link'
import { Sentence } from '../user-text'

/** What a form that was not carried out is drawn again with: the part that every form has in common. */
export type Reply = {
  result: SubmissionResult
  alert: string | null
  seen: Readonly<Record<string, string>>
  /** A message that may say the same; it is heard once. */
  toast?: { detail?: string }
}

/** Names a text, and when it was kept last. */
type KeptText = { text: string; at: string }

/** What was typed before and never sent, as the reply that the form is drawn again with; `others` in other windows. */
export type Restored<Again> = KeptText & { refusal: Again; others: KeptText[] }

export type Held<Drawn, Again> = {
  pathname: string
  writer: string
  /** Counts the drawings at this address: after a form was taken it is drawn anew. */
  drawing: number
  drawn: Drawn
  reply: Again | null
  restored: Restored<Again> | null
}

const NOT_SENT = { at: '', to: '' }

/** What was drawn is kept until the form was taken, another address is shown, or somebody else signed in. */
export function useHeld<Drawn, Again extends Reply>(
  drawn: Drawn,
  answer: Again | null,
  restored?: Restored<Again> | null,
  address?: string,
) {
  const { pathname: shownAt, key } = useLocation()
  const pathname = address ?? shownAt
  const router = useContext(UNSAFE_DataRouterContext)?.router
  const writer = useContext(WriterContext)
  const [sent, setSent] = useState(NOT_SENT)
  const [wasTaken, setTaken] = useState(false)
  const fresh = { pathname, writer, drawn, reply: answer, restored: restored ?? null }
  const [held, setHeld] = useState<Held<Drawn, Again>>({ ...fresh, drawing: 0 })
  const shown = nextHeld(held, fresh, wasTaken)
  if (shown !== held) {
    setHeld(shown)
    // It was answered: its buttons are those of the answer.
    setSent(NOT_SENT)
  }
  if (wasTaken) setTaken(false)
  useEffect(
    () => (sent.to && router ? onLedTo(router, sent.to, () => startTransition(() => setTaken(true))) : undefined),
    [sent.to, router],
  )
  return {
    ...shown,
    reply: shown.reply ?? shown.restored?.refusal ?? null,
    restored: shown.reply ? null : shown.restored,
    former: shown.restored?.text ?? null,
    isKept: restored !== undefined,
    noteSending: (to: string) => setSent({ at: entryKey(), to }),
    isTaken: () => sent.at === key && entryKey() !== key,
  }
}

export function nextHeld<Drawn, Again>(
  held: Held<Drawn, Again>,
  fresh: Omit<Held<Drawn, Again>, 'drawing'>,
  wasTaken: boolean,
): Held<Drawn, Again> {
  if (wasTaken || held.pathname !== fresh.pathname || held.writer !== fresh.writer)
    return { ...fresh, drawing: held.drawing + 1 }
  return fresh.reply && fresh.reply !== held.reply ? { ...held, reply: fresh.reply } : held
}

/** The key that `useLocation` gives once the browser's entry is drawn. */
const entryKey = (): string => (window.history.state as { key?: string } | null)?.key ?? 'default'

/** A form that is drawn anew begins with its new values. */
export function useResetOf(id: string, drawing: number): void {
  const seen = useRef(drawing)
  useLayoutEffect(() => {
    if (seen.current === drawing) return
    seen.current = drawing
    // A form that asks for fresh proof may stand in its place, with what was typed as hidden fields: that stays.
    const form = document.forms.namedItem(id)
    if (form?.dataset.fields === 'own') form.reset()
  }, [id, drawing])
}

/** What a form is drawn from, whatever its fields are. */
export type AnyForm = Pick<Held<unknown, Reply>, 'drawing' | 'pathname' | 'writer'> & {
  form: { id: string; onSubmit: (event: FormEvent<HTMLFormElement>) => void }
  reply: Reply | null
  restored: Omit<Restored<unknown>, 'refusal'> | null
  /** The kept text that it was drawn with. */
  former: string | null
  /** The server keeps a draft of it. */
  isKept: boolean
  errors: FieldError[]
  /** The reply names a field that is wrong, whatever was mended since. */
  isExplained: boolean
  noteSending: (to: string) => void
  /** It was sent and led on to a page that is not drawn yet: pressed again, it would meet its own change. */
  isTaken: () => boolean
}

/** A form of buttons and of what was seen: nothing is typed in it, so it does without Conform. */
export function useButtonForm<Drawn>({ drawn, id }: { drawn: Drawn; id: string }): AnyForm & { drawn: Drawn } {
  const held = useHeld<Drawn, Reply>(drawn, null)
  return { ...held, restored: null, form: { id, onSubmit: () => {} }, errors: [], isExplained: false }
}

type ConsoleFormProps = Omit<FormProps, 'method' | 'onSubmit' | 'id'> & {
  state: AnyForm
  /** Hidden fields that say what was seen: the version, or the values themselves. */
  seen?: Readonly<Record<string, string | number | null | undefined>>
  /** Above what is wrong with the whole. */
  alertTitle?: string
  children: ReactNode
}

/**
 * A form with what is wrong with it above its fields. Its text is never replaced from under the hands, and its version is
 * that of the moment it was drawn. Where the server keeps drafts of it, what is typed survives leaving, and a text that was
 * kept is offered with its time.
 */
export function ConsoleForm({ state, seen = {}, alertTitle, children, className, ...rest }: ConsoleFormProps) {
  const element = useRef<HTMLFormElement>(null)
  const { t } = useTranslation('common')
  const facts = useServerFacts()
  const { form, drawing, pathname, former, isKept, reply, errors, isExplained } = state
  const isUnexplained = reply?.result.status === 'error' && !isExplained
  const alert = reply?.alert ?? (isUnexplained ? t('form.failed') : null)
  // Before anybody can type into it.
  useLayoutEffect(
    () => (isKept && element.current ? keepWhileTyped(element.current, draftAddress(pathname), pathname) : undefined),
    [isKept, pathname, drawing],
  )
  return (
    <div className="grid min-w-0 gap-4">
      <UnsentNote key={`${drawing} sent`} pathname={pathname} answer={reply} />
      {isKept ? <DraftNote key={drawing} form={pathname} /> : null}
      <RestoredNote state={state} />
      <Form
        noValidate
        preventScrollReset
        // Back leads to the page before the form, not to the form once more.
        replace
        {...rest}
        ref={element}
        key={drawing}
        id={form.id}
        data-fields="own"
        method="post"
        className={className ?? 'grid gap-4'}
        onSubmit={(event) => {
          if (state.isTaken()) event.preventDefault()
          else form.onSubmit(event)
          if (!event.defaultPrevented) state.noteSending(sentTo(event))
        }}
      >
        {rest.encType === 'multipart/form-data' ? null : <FormToken />}
        <EnterButton />
        {isKept ? <input type="hidden" name={FORM_FIELDS.keep} value={former ?? 'on'} /> : null}
        {isKept ? <DrawingField drawing={facts?.drawing} /> : null}
        {isKept ? <input type="hidden" name={FORM_FIELDS.save} /> : null}
        <WriterField writer={state.writer} />
        {Object.entries(seen).map(([name, value]) => (
          <SeenField key={name} name={name} value={seenBefore(reply, name) ?? value} />
        ))}
        {alert ? (
          <Callout
            kind="danger"
            role={reply?.toast?.detail === alert ? undefined : 'alert'}
            title={alertTitle ?? <Sentence>{alert}</Sentence>}
          >
            {alertTitle ? <Sentence>{alert}</Sentence> : null}
          </Callout>
        ) : null}
        <ErrorSummary answer={reply} errors={errors} />
        {children}
      </Form>
    </div>
  )
}

/** The path that a form is sent to, by its own address or that of the pressed button. */
function sentTo({ currentTarget, nativeEvent }: FormEvent<HTMLFormElement>): string {
  const { submitter } = nativeEvent as SubmitEvent
  const address = submitter?.getAttribute('formaction') ?? currentTarget.getAttribute('action') ?? ''
  return address.replace(/\?.*/, '')
}

function SeenField({ name, value }: { name: string; value: string | number | null | undefined }) {
  return value === null || value === undefined ? null : <input type="hidden" name={name} value={value} />
}

/** What a refused form said it had seen, or what it is to have seen from now on. */
function seenBefore(reply: Reply | null, name: string): string | undefined {
  const sent = reply?.result.initialValue?.[name]
  return reply?.seen[name] ?? (typeof sent === 'string' ? sent : undefined)
}

/** A form is carried out for the account that it was drawn for, or not at all. */
const WriterField = ({ writer }: { writer: string }) =>
  writer === '' ? null : <input type="hidden" name={FORM_FIELDS.writer} value={writer} />

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
function RestoredNote({ state }: { state: AnyForm }) {
  const { t } = useTranslation('ui')
  const { pathname: shownAt, search } = useLocation()
  const { restored, pathname, form } = state
  if (!restored) return null
  const leadTo = (act: Readonly<Record<string, string>>) => ({
    type: 'submit' as const,
    size: 'small' as const,
    form: form.id,
    formAction: draftAddress(pathname, shownAt + search, act),
    formNoValidate: true,
  })
  return (
    <div className="grid gap-2" role="status">
      <EnterButton form={form.id} />
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
