import { useId, type ReactNode } from 'react'

type PanelProps = {
  title?: ReactNode
  /** Links or buttons beside the title. */
  actions?: ReactNode
  /** Lets a list or table fill the panel to its edges. */
  flush?: boolean
  children: ReactNode
}

/** A framed part of a page, named by its title. */
export function Panel({ title, actions, flush, children }: PanelProps) {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={title ? id : undefined}>
      {title ? (
        <div className="panel-head">
          <h2 id={id}>{title}</h2>
          {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
        </div>
      ) : null}
      {flush ? children : <div className="panel-body">{children}</div>}
    </section>
  )
}
