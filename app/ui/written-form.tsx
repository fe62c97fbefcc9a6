import { useState, type ReactNode } from 'react'
import { Form, useLocation, useNavigation, type FormProps } from 'react-router'

/** The id of the one form of a page that is written in. */
export const WRITTEN_FORM_ID = 'written'

type Held<Drawn, Refusal> = {
  pathname: string
  /** Counts the drawings at this address: after a form was taken it is drawn anew. */
  drawing: number
  drawn: Drawn
  refusal: Refusal | null
}

/** What a form shows as long as it stands: made by `useWritten` only. */
export type Written<Drawn = unknown, Refusal = unknown> = Held<Drawn, Refusal> & { noteSending: () => void }

/**
 * Holds what a form was drawn from, and the last refusal of what was typed, until that very form has been taken. Asking the
 * server again, for the window's focus or after another act, changes neither: a save is judged by the version that was seen.
 */
export function useWritten<Drawn, Refusal>(
  drawn: Drawn,
  refusal: Refusal | null | undefined = null,
): Written<Drawn, Refusal> {
  const { pathname, key } = useLocation()
  const { state } = useNavigation()
  const [sentAt, setSentAt] = useState<string | null>(null)
  const [held, setHeld] = useState<Held<Drawn, Refusal>>({ pathname, drawing: 0, drawn, refusal })
  let shown = held
  if (held.pathname !== pathname) shown = { pathname, drawing: held.drawing + 1, drawn, refusal }
  else if (refusal && refusal !== held.refusal) shown = { ...held, refusal }
  if (state === 'idle' && sentAt !== null && sentAt !== key) {
    setSentAt(null)
    if (!refusal) shown = { pathname, drawing: held.drawing + 1, drawn, refusal: null }
  }
  if (shown !== held) setHeld(shown)
  return { ...shown, noteSending: () => setSentAt(key) }
}

type WrittenFormProps = Omit<FormProps, 'method' | 'onSubmit' | 'id'> & {
  written: Written
  /** Hidden fields that say what was seen: the version, or the values themselves. */
  seen?: Readonly<Record<string, string | number>>
  children: ReactNode
}

/** A form whose text is never replaced from under the hands, and whose version is that of the moment it was drawn. */
export function WrittenForm({ written, seen = {}, children, ...rest }: WrittenFormProps) {
  return (
    <Form
      noValidate
      preventScrollReset
      {...rest}
      key={written.drawing}
      id={WRITTEN_FORM_ID}
      method="post"
      onSubmit={written.noteSending}
    >
      {Object.entries(seen).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </Form>
  )
}
