import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink, SubmitButton } from './button'
import { Callout } from './callout'
import { DialogActions, DialogRoute } from './dialog-route'
import { NothingWritten } from './kept-form'
import { WrittenForm, type Written } from './written-form'

type ChangeDialogProps = {
  title: string
  /** The consequence in one line. */
  text: string
  submit: string
  isDanger?: boolean
  closeTo: string
  written: Written
  /** What the form saw. */
  seen: Readonly<Record<string, string | number>>
  isPossible: boolean
  conflict: { title: string; text: string } | null
  /** What was typed before the conflict, to be read when it can no longer be sent. */
  kept?: string
  children?: ReactNode
}

/** One change with its consequence; when it is not possible any more, what holds instead and the typed text. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { t } = useTranslation('ui')
  const { title, text, submit, isDanger, closeTo, written, seen, isPossible, conflict, kept, children } = props
  const callout = conflict ? (
    <Callout kind="warn" role="alert" title={conflict.title}>
      {conflict.text}
    </Callout>
  ) : null
  return (
    <DialogRoute title={title} description={text} closeTo={closeTo}>
      {isPossible ? (
        <WrittenForm written={written} seen={seen} className="grid gap-4">
          {callout}
          {children}
          <DialogActions closeTo={closeTo}>
            <SubmitButton variant={isDanger ? 'danger' : 'primary'}>{submit}</SubmitButton>
          </DialogActions>
        </WrittenForm>
      ) : (
        <div className="grid gap-4">
          <NothingWritten />
          {callout}
          {kept ? <p className="whitespace-pre-line wrap-anywhere">{kept}</p> : null}
          <div className="dialog-foot">
            <ButtonLink to={closeTo} preventScrollReset variant="primary">
              {t('back')}
            </ButtonLink>
          </div>
        </div>
      )}
    </DialogRoute>
  )
}
