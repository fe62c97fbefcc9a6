import type { ReactNode } from 'react'
import { ButtonLink, SubmitButton } from '../button'
import { RefusalNotice } from '../forms/refusal-notice'
import { DialogActions, DialogRoute } from './dialog-route'
import { ConsoleForm } from '../forms/console-form'
import { NothingWritten } from '../forms/kept/kept-form'
import { Sentence, UserText } from '../user-text'
import type { AnyForm } from '../forms/form-state'

type ChangeDialogProps = {
  state: AnyForm
  title: string
  /** The consequence in one line. */
  text: string
  submit: string
  isDanger?: boolean
  closeTo: string
  /** What the way back is called. */
  back: string
  /** What the form saw. */
  seen: Readonly<Record<string, string | number>>
  isPossible: boolean
  conflict: { title: string; text: string } | null
  /** What was typed before the conflict, to be read when it can no longer be sent. */
  kept?: unknown
  children?: ReactNode
}

/** One change with its consequence; when it is not possible any more, what holds instead and the typed text. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { title, text, submit, isDanger, closeTo, back, state, seen, isPossible, conflict, kept, children } = props
  const callout = conflict ? (
    <RefusalNotice state={state} title={conflict.title}>
      {conflict.text}
    </RefusalNotice>
  ) : null
  return (
    <DialogRoute title={title} description={<Sentence>{text}</Sentence>} closeTo={closeTo}>
      {isPossible ? (
        <ConsoleForm state={state} seen={seen}>
          {callout}
          {children}
          <DialogActions closeTo={closeTo}>
            <SubmitButton variant={isDanger ? 'danger' : 'primary'}>{submit}</SubmitButton>
          </DialogActions>
        </ConsoleForm>
      ) : (
        <div className="grid gap-4">
          <NothingWritten />
          {callout}
          <KeptAndBack kept={kept} closeTo={closeTo} back={back} />
        </div>
      )}
    </DialogRoute>
  )
}

/** What was typed into a form that can no longer be sent, and the way back. */
export function KeptAndBack({ kept, closeTo, back }: { kept: unknown; closeTo: string; back: string }) {
  return (
    <>
      {typeof kept === 'string' && kept ? (
        <UserText as="p" className="whitespace-pre-line wrap-anywhere">
          {kept}
        </UserText>
      ) : null}
      <div className="dialog-foot">
        <ButtonLink to={closeTo} preventScrollReset variant="primary">
          {back}
        </ButtonLink>
      </div>
    </>
  )
}
