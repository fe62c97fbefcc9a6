import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useTranslation } from '../../i18n/use-translation'
import { FORM_FIELDS } from '../../form-protocol'
import { Button } from '../button'
import { ErrorSummary } from './error-summary'
import type { IconName } from '../icon'
import { keepWhileTyped } from './kept/keep-draft'
import { draftAddress, EnterButton } from './kept/kept-form'
import { useServerFacts } from '../frame/server-facts'
import { DraftNote, UnsentNote } from './kept/unsent-note'
import { RefusalNotice } from './refusal-notice'
import { BaseForm, type BaseFormProps } from './base-form'
import { Sentence } from '../user-text'
import type { Reply, AnyForm } from './form-state'

type ConsoleFormProps = Omit<BaseFormProps, 'ref' | 'kept'> & {
  /** The title above a message about the whole form. */
  alertTitle?: string
}

/**
 * A form with its errors above its fields. Its text is never replaced while somebody types, and its version is that of the moment it
 * was drawn. Where the server keeps its drafts, typed text survives leaving the page, and a kept text is offered with its time.
 */
export function ConsoleForm({ state, seen = {}, alertTitle, children, ...rest }: ConsoleFormProps) {
  const element = useRef<HTMLFormElement>(null)
  const { t } = useTranslation('common')
  const facts = useServerFacts()
  const { drawing, pathname, former, isKept, reply, errors, isExplained } = state
  const isUnexplained = reply?.result.status === 'error' && !isExplained
  const said = Object.entries(seen).map(([name, value]) => [name, seenBefore(reply, name) ?? value])
  const alert = reply?.alert ?? (isUnexplained ? t('form.failed') : null)
  // Set up before anybody can type into it.
  useLayoutEffect(
    () => (isKept && element.current ? keepWhileTyped(element.current, draftAddress(pathname), pathname) : undefined),
    [isKept, pathname, drawing],
  )
  return (
    <div className="grid min-w-0 gap-4">
      <UnsentNote key={`${drawing} sent`} pathname={pathname} answer={reply} />
      {isKept ? <DraftNote key={drawing} form={pathname} /> : null}
      <RestoredNote state={state} />
      <BaseForm
        {...rest}
        key={drawing}
        ref={element}
        state={state}
        seen={Object.fromEntries(said)}
        kept={
          isKept ? (
            <>
              <input type="hidden" name={FORM_FIELDS.keep} value={former ?? 'on'} />
              <DrawingField drawing={facts?.drawing} />
              <input type="hidden" name={FORM_FIELDS.save} />
            </>
          ) : null
        }
      >
        {alert ? (
          <RefusalNotice
            state={state}
            kind="danger"
            isAnnounced={reply?.toast?.detail !== alert}
            title={alertTitle ?? <Sentence>{alert}</Sentence>}
          >
            {alertTitle ? <Sentence>{alert}</Sentence> : null}
          </RefusalNotice>
        ) : null}
        <ErrorSummary answer={reply} errors={errors} />
        {children}
      </BaseForm>
    </div>
  )
}

/** The value of a `seen` field that the reply sets, or else that the refused form had posted. */
function seenBefore(reply: Reply | null, name: string): string | undefined {
  const sent = reply?.result.initialValue?.[name]
  return reply?.seen[name] ?? (typeof sent === 'string' ? sent : undefined)
}

/** The drawing's name: set by the server in its pages, where hydration must not change it, and otherwise by the script. */
const DrawingField = ({ drawing }: { drawing?: string }) => (
  <input
    type="hidden"
    name={FORM_FIELDS.drawing}
    suppressHydrationWarning
    {...(drawing && { defaultValue: drawing })}
  />
)

/** Says when the form's text was kept, with a button to discard it, and offers the texts of other windows. */
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

/** A button of a kept form that leads to another page; what was typed is there again on the way back. Its words may be long: they wrap. */
export function DetourButton({ to, icon, children }: { to: string; icon?: IconName; children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <Button
      type="submit"
      formAction={draftAddress(pathname, to)}
      formNoValidate
      icon={icon}
      className="max-w-full whitespace-normal"
    >
      {children}
    </Button>
  )
}
