import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { isTouched } from '../frame/network/touched'
import { Form } from '../link'
import { forgetApplied, markApplied } from './applied-choices'

type ToolbarProps = {
  /** Address of the list; the form goes there by GET. */
  action: string
  /** Search params that the form has no field for, such as the page size. */
  keep?: readonly (readonly [name: string, value: string])[]
  /** Drawn at the end: the count of results, a button. */
  end?: ReactNode
  /** `SearchBox` and `FilterMenu`s. */
  children: ReactNode
}

/** Search and filters of a list as one GET form. */
export function Toolbar({ action, keep = [], end, children }: ToolbarProps) {
  const { key, search } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const shown = useRef(search)
  // Resets the fields after Back, which would otherwise keep typed text, and where another page was opened instead of the filtered
  // one. Not at first: what was typed before hydration stays.
  useLayoutEffect(() => {
    if (!form.current) return
    const wasSent = forgetApplied(form.current)
    if (wasSent || shown.current !== search) resetUntouched(form.current)
    shown.current = search
  }, [key, search])
  return (
    <div className="toolbar" id="filters">
      <Form
        ref={form}
        method="get"
        action={action}
        role="search"
        autoComplete="off"
        className="contents"
        onSubmit={({ currentTarget }) => markApplied(currentTarget)}
      >
        {keep.map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
        {children}
      </Form>
      {end ? <div className="toolbar-end">{end}</div> : null}
    </div>
  )
}

function resetUntouched(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll('input'))
    if (!isTouched(field)) {
      field.value = field.defaultValue
      field.checked = field.defaultChecked
    }
}
