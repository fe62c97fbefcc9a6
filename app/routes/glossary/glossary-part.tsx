import { useId, type ReactNode } from 'react'

/** The tables for one kind of thing, under its name. */
export function GlossaryPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-lg">
        {title}
      </h2>
      <div className="grid gap-3">{children}</div>
    </section>
  )
}
