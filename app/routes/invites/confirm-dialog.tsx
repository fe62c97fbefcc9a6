import type { ReactNode } from 'react'
import { SubmitButton } from '../../ui/button'
import { DialogActions, DialogRoute } from '../../ui/dialogs/dialog-route'
import { ConsoleForm } from '../../ui/forms/console-form'
import { useForm } from '../../ui/forms/form'

type ConfirmDialogProps = {
  title: string
  text: ReactNode
  /** The verb on the button; null when there is nothing to do. */
  submit: string | null
  isDanger?: boolean
  closeTo: string
  /** The action's answer. */
  answer?: unknown
  /** The title above the reason why it was not done. */
  failedTitle?: string
  /** Hidden fields with what was asked about; kept as first drawn. */
  seen?: Readonly<Record<string, string>>
  /** A note in place of the action. */
  children?: ReactNode
}

/** A question with its consequence. While it can be answered, it stays as first drawn, since that is what will be done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, submit, isDanger, closeTo, answer, failedTitle, seen, children } = props
  const form = useForm({ drawn: { seen, title, submit }, answer, labels: {} })
  const asked = submit && form.drawn.submit ? form.drawn : { title, submit }
  return (
    <DialogRoute title={asked.title} description={text} closeTo={closeTo}>
      <ConsoleForm state={form} seen={form.drawn.seen} alertTitle={failedTitle}>
        {children}
        <DialogActions closeTo={closeTo}>
          {asked.submit ? <SubmitButton variant={isDanger ? 'danger' : 'primary'}>{asked.submit}</SubmitButton> : null}
        </DialogActions>
      </ConsoleForm>
    </DialogRoute>
  )
}
