import type { ReactNode } from 'react'
import { SubmitButton } from '../../../ui/button'
import { Callout } from '../../../ui/callout'
import { DialogActions, DialogRoute } from '../../../ui/dialog-route'
import { ErrorSummary } from '../../../ui/error-summary'
import { SentBeforeNote } from '../../../ui/sent-before-note'
import { WrittenForm, type Written } from '../../../ui/written-form'
import type { MakingView } from './making-view.server'
import type { Refusal } from './make-from-form.server'

type MakingDialogProps = {
  written: Written<MakingView, Refusal>
  title: string
  description: string
  submit: string
  /** What is said when nothing could be made. */
  failedTitle: string
  wide?: boolean
  /** True when one of the fields is a file. */
  withFile?: boolean
  /** The form's fields. */
  children: ReactNode
}

/** A form that makes codes. */
export function MakingDialog(props: MakingDialogProps) {
  const { written, title, description, submit, failedTitle, wide, withFile, children } = props
  const { drawn, refusal } = written
  const errors = Object.entries(refusal?.errors ?? {}).flatMap(([name, text]) =>
    text === undefined || name === 'id' ? [] : [{ name: name === 'organizationId' ? 'organizationWords' : name, text }],
  )
  return (
    <DialogRoute title={title} description={description} closeTo={drawn.closeTo} wide={wide}>
      <WrittenForm
        written={written}
        seen={{ id: refusal?.typed.id || drawn.id }}
        encType={withFile ? 'multipart/form-data' : undefined}
        className="grid gap-4"
      >
        {/* Enter sends the form; the buttons inside it that only look something up come later. */}
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden>
          {submit}
        </button>
        {refusal?.sentBefore ? <SentBeforeNote {...refusal.sentBefore} /> : null}
        {refusal?.failed ? (
          <Callout kind="danger" role="alert" title={failedTitle}>
            {refusal.failed}
          </Callout>
        ) : null}
        <ErrorSummary errors={errors} />
        {children}
        <DialogActions closeTo={drawn.closeTo}>
          <SubmitButton name="intent" value="make">
            {submit}
          </SubmitButton>
        </DialogActions>
      </WrittenForm>
    </DialogRoute>
  )
}
