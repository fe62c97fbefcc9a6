import type { FormEvent, ReactNode, RefAttributes } from 'react'
import type { FormProps } from 'react-router'
import { Form } from '../link'
import type { AnyForm } from './form-state'
import { EnterButton } from './kept/kept-form'
import { FormToken, AccountField } from './post-form'

export type BaseFormProps = Omit<FormProps, 'method' | 'onSubmit' | 'id'> &
  RefAttributes<HTMLFormElement> & {
    state: AnyForm
    /** Hidden fields with what was seen: the version, or the values themselves. */
    seen?: Readonly<Record<string, string | number | null | undefined>>
    /** The extra hidden fields of a kept form. */
    kept?: ReactNode
  }

/**
 * A form that is carried out once, for the account it was drawn for, checked against what was seen. On its own it serves forms with
 * only buttons.
 */
export function BaseForm({ state, seen = {}, kept, children, className = 'grid gap-4', ...rest }: BaseFormProps) {
  return (
    <Form
      noValidate
      preventScrollReset
      // Back goes to the page before the form, not to the form again.
      replace
      {...rest}
      id={state.form.id}
      data-fields="own"
      method="post"
      className={className}
      onSubmit={(event) => {
        if (state.isTaken()) event.preventDefault()
        else state.form.onSubmit(event)
        if (!event.defaultPrevented) state.markSending(sentTo(event))
      }}
    >
      {rest.encType === 'multipart/form-data' ? null : <FormToken />}
      <EnterButton />
      {kept}
      <AccountField drawnFor={state.writer} />
      {Object.entries(seen).map(([name, value]) => (
        <SeenField key={name} name={name} value={value} />
      ))}
      {children}
    </Form>
  )
}

/** The path that a form is posted to, by its own action or that of the pressed button. */
function sentTo({ currentTarget, nativeEvent }: FormEvent<HTMLFormElement>): string {
  const { submitter } = nativeEvent as SubmitEvent
  const address = submitter?.getAttribute('formaction') ?? currentTarget.getAttribute('action') ?? ''
  return address.replace(/\?.*/, '')
}

function SeenField({ name, value }: { name: string; value: string | number | null | undefined }) {
  return value === null || value === undefined ? null : <input type="hidden" name={name} value={value} />
}
