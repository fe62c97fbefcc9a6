import type { ComponentProps } from 'react'
import { FORM_FIELDS } from '../../form-protocol'
import { useServerFacts } from '../frame/server-facts'
import { Form } from '../link'

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
    {children}
  </Form>
)
