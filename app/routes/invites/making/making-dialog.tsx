import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { SubmitButton } from '../../../ui/button'
import { Callout } from '../../../ui/callout'
import { DialogActions, DialogRoute } from '../../../ui/dialog-route'
import { ErrorSummary } from '../../../ui/error-summary'
import type { Refusal } from './make-from-form.server'

type MakingDialogProps = {
  /** The key of the form, drawn from the loader. */
  formId: string
  title: string
  description: string
  submit: string
  /** What is said when nothing could be made. */
  failedTitle: string
  closeTo: string
  refusal: Refusal | undefined
  wide?: boolean
  /** True when one of the fields is a file. */
  withFile?: boolean
  /** The form's fields. */
  children: ReactNode
}

/** A form that makes codes. */
export function MakingDialog(props: MakingDialogProps) {
  const { formId, title, description, submit, failedTitle, closeTo, refusal, wide, withFile, children } = props
  const errors = Object.entries(refusal?.errors ?? {}).flatMap(([name, text]) =>
    text === undefined || name === 'id' ? [] : [{ name: name === 'organizationId' ? 'organizationWords' : name, text }],
  )
  return (
    <DialogRoute title={title} description={description} closeTo={closeTo} wide={wide}>
      <Form
        method="post"
        encType={withFile ? 'multipart/form-data' : undefined}
        noValidate
        preventScrollReset
        className="grid gap-4"
      >
        {/* Enter sends the form; the buttons inside it that only look something up come later. */}
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden>
          {submit}
        </button>
        {refusal?.failed ? (
          <Callout kind="danger" role="alert" title={failedTitle}>
            {refusal.failed}
          </Callout>
        ) : null}
        <ErrorSummary errors={errors} />
        <input type="hidden" name="id" value={refusal?.typed.id || formId} />
        {children}
        <DialogActions closeTo={closeTo}>
          <SubmitButton name="intent" value="make">
            {submit}
          </SubmitButton>
        </DialogActions>
      </Form>
    </DialogRoute>
  )
}
