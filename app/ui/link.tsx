import type { ReactNode, RefAttributes } from 'react'
import { Form as RouterForm, Link as RouterLink, type FormProps, type LinkProps } from 'react-router'

type AnchorProps = LinkProps & RefAttributes<HTMLAnchorElement>
type OwnFormProps = FormProps & RefAttributes<HTMLFormElement>

/** An absolute path of ours, which the router would write unchanged. */
const WHOLE = /^(?=\/)(?:\/[^/?#.\\\s][^/?#\\\s]*)*\/?(?:\?[^#]+)?(?:#.+)?$/

/**
 * The router's link as the server draws it: its markup alone. It is never clicked there, and preparing a click handler takes longer
 * than writing the markup.
 */
function ServerLink(props: AnchorProps): ReactNode {
  const { discover, prefetch, relative, reloadDocument, replace, mask, state, viewTransition, ...more } = props
  const { preventScrollReset, defaultShouldRevalidate, onClick, ref, to, target, ...rest } = more
  if (typeof to !== 'string' || !WHOLE.test(to) || mask) return <RouterLink {...props} />
  return <a {...rest} href={to} target={target} data-discover={discover === 'none' ? undefined : 'true'} />
}

function ServerForm(props: OwnFormProps): ReactNode {
  const { discover, fetcherKey, navigate, reloadDocument, replace, state, relative, viewTransition, ...more } = props
  const { preventScrollReset, defaultShouldRevalidate, onSubmit, ref, method = 'get', action, ...rest } = more
  if (typeof action !== 'string' || !WHOLE.test(action)) return <RouterForm {...props} />
  return (
    <form
      method={method.toLowerCase() === 'get' ? 'get' : 'post'}
      action={action}
      {...rest}
      data-discover={discover === 'none' ? undefined : 'true'}
    />
  )
}

/** Prefetches its page on intent (specification 2), unless it loads a document. */
const ClientLink = (props: AnchorProps) => (
  <RouterLink prefetch={props.target || props.reloadDocument ? 'none' : 'intent'} {...props} />
)

/** A link that the browser's router follows. */
export const Link: (props: AnchorProps) => ReactNode = import.meta.env.SSR ? ServerLink : ClientLink

/** A form that the browser's router sends. */
export const Form: (props: OwnFormProps) => ReactNode = import.meta.env.SSR ? ServerForm : RouterForm
