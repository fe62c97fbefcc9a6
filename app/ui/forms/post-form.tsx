import { createContext, useContext, type ComponentProps } from 'react'
import { FORM_FIELDS } from '../../form-protocol'
import { useServerFacts } from '../frame/server-facts'
import { Form } from '../link'

/** The account that the page, and so its forms, was drawn for; '' when nobody is signed in. */
export const AccountContext = createContext('')

/** The account that the form was drawn for: it is refused for any other. */
export function AccountField({ drawnFor }: { drawnFor?: string }) {
  const shownTo = useContext(AccountContext)
  const writer = drawnFor ?? shownTo
  return writer === '' ? null : <input type="hidden" name={FORM_FIELDS.writer} value={writer} />
}

/** Proves that a form was drawn for this browser when the browser sends no origin. Browsers with script send it and need no token. */
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

/** Every form that changes something uses this. */
export const PostForm = ({ children, ...rest }: Omit<ComponentProps<typeof Form>, 'method'>) => (
  <Form method="post" {...rest}>
    <FormToken />
    <AccountField />
    {children}
  </Form>
)
