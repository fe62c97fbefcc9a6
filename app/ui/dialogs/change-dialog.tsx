import type { ReactNode } from 'react'
import { ButtonLink, SubmitButton } from '../button'
import { RefusalNotice } from '../forms/refusal-notice'
import { DialogActions, DialogRoute } from './dialog-route'
import { ConsoleForm } from '../forms/console-form'
import { WrittenFormPlaceholder } from '../forms/kept/kept-form'
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
  /** The label of the link back. */
  back: string
  /** What was seen: posted with the form. */
  seen: Readonly<Record<string, string | number>>
  isPossible: boolean
  conflict: { title: string; text: string } | null
  /** The text typed before the conflict, shown when it can no longer be sent. */
  kept?: unknown
  children?: ReactNode
}

/** A dialog for one change and its consequence; when the change is no longer possible, the conflict and the typed text. */
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
          <WrittenFormPlaceholder />
          {callout}
          <KeptAndBack kept={kept} closeTo={closeTo} back={back} />
        </div>
      )}
    </DialogRoute>
  )
}

/** The text typed into a form that can no longer be sent, and the link back. */
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
