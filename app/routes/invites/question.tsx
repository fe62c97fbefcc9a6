import type { ReactNode } from 'react'
import { SubmitButton } from '../../ui/button'
import { DialogActions, DialogRoute } from '../../ui/dialogs/dialog-route'
import { ConsoleForm } from '../../ui/forms/console-form'
import { useForm } from '../../ui/forms/form'

type QuestionProps = {
  title: string
  text: ReactNode
  /** The verb on the button; null when there is nothing to do. */
  submit: string | null
  isDanger?: boolean
  closeTo: string
  /** What the action says. */
  answer?: unknown
  /** Above why it was not done. */
  failedTitle?: string
  /** Hidden fields that say what was asked about; held as they were first drawn. */
  seen?: Readonly<Record<string, string>>
  /** A note in place of the act. */
  children?: ReactNode
}

/** One question with its consequence. */
export function Question(props: QuestionProps) {
  const { title, text, submit, isDanger, closeTo, answer, failedTitle, seen, children } = props
  const form = useForm({ drawn: seen, answer, labels: {} })
  return (
    <DialogRoute title={title} description={text} closeTo={closeTo}>
      <ConsoleForm state={form} seen={form.drawn} alertTitle={failedTitle}>
        {children}
        <DialogActions closeTo={closeTo}>
          {submit ? <SubmitButton variant={isDanger ? 'danger' : 'primary'}>{submit}</SubmitButton> : null}
        </DialogActions>
      </ConsoleForm>
    </DialogRoute>
  )
}
