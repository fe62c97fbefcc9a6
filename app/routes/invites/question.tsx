import type { ReactNode } from 'react'
import { SubmitButton } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { DialogActions, DialogRoute } from '../../ui/dialog-route'
import { useWritten, WrittenForm } from '../../ui/written-form'

type QuestionProps = {
  title: string
  text: ReactNode
  /** The verb on the button; null when there is nothing to do. */
  submit: string | null
  isDanger?: boolean
  closeTo: string
  failure?: { title: string; text: string } | null
  /** Hidden fields that say what was asked about; held as they were first drawn. */
  seen?: Readonly<Record<string, string>>
  /** A note in place of the act. */
  children?: ReactNode
}

/** One question with its consequence. */
export function Question({ title, text, submit, isDanger, closeTo, failure, seen, children }: QuestionProps) {
  const written = useWritten(seen)
  return (
    <DialogRoute title={title} description={text} closeTo={closeTo}>
      <WrittenForm written={written} seen={written.drawn} className="grid gap-4">
        {failure ? (
          <Callout kind="danger" role="alert" title={failure.title}>
            {failure.text}
          </Callout>
        ) : null}
        {children}
        <DialogActions closeTo={closeTo}>
          {submit ? <SubmitButton variant={isDanger ? 'danger' : 'primary'}>{submit}</SubmitButton> : null}
        </DialogActions>
      </WrittenForm>
    </DialogRoute>
  )
}

/** The failure that a dialog's action answered with, under its title. */
export const failureIn = (answer: unknown, title: string) =>
  answer && typeof answer === 'object' && 'failed' in answer && typeof answer.failed === 'string'
    ? { title, text: answer.failed }
    : null
