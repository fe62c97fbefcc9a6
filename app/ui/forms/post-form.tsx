import { createContext, useContext, type ComponentProps } from 'react'
import { FORM_FIELDS } from '../../form-protocol'
import { useServerFacts } from '../frame/server-facts'
import { Form } from '../link'

/** Whose forms these are: the account that the page was drawn for; empty where nobody is signed in. */
export const WriterContext = createContext('')

/** A form is carried out for the account that it was drawn for, or not at all. */
export function WriterField({ drawnFor }: { drawnFor?: string }) {
  const shownTo = useContext(WriterContext)
  const writer = drawnFor ?? shownTo
  return writer === '' ? null : <input type="hidden" name={FORM_FIELDS.writer} value={writer} />
}

/** Proves, where a browser does not say so itself, that a form was drawn for it. Browsers with script do, and need none. */
export function FormToken() {
  const facts = useServerFacts()
  return (
    <input
      type="hidden"
      name={FORM_FIELDS.token}
      suppressHydrationWarning
      {...(facts && { defaultValue: facts.formToken })}
    />
  )
}

/** Every form that changes something is one of these. */
export const PostForm = ({ children, ...rest }: Omit<ComponentProps<typeof Form>, 'method'>) => (
  <Form method="post" {...rest}>
    <FormToken />
    <WriterField />
    {children}
  </Form>
)
