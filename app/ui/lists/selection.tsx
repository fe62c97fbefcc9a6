import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { announce } from '../frame/announcer'
import { Form } from '../link'

export type Selection = {
  /** The checkboxes' name; posted as repeated keys. */
  name: string
  /** Every row starts selected. */
  allSelected?: boolean
  /** The rows that start selected, by their key. */
  selected?: readonly string[]
  /** Address of the same page with every row selected, for browsers without scripts. */
  selectAllHref?: string
}

/** The form around a table with checkboxes: its buttons go, by GET, to the page that asks about the selected rows. */
export function SelectionForm({ action, children }: { action: string; children: ReactNode }) {
  return (
    <Form method="get" action={action} className="selection" preventScrollReset>
      {children}
    </Form>
  )
}

/** Ticks or clears every row; half-ticked when some are. */
export function SelectAll({ selectAllHref, allSelected }: Selection) {
  const { t } = useTranslation('ui')
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const form = box.current?.form
    const show = () => {
      const rows = rowChecks(form)
      const chosen = rows.filter((row) => row.checked).length
      if (!box.current) return
      box.current.checked = chosen > 0 && chosen === rows.length
      box.current.indeterminate = chosen > 0 && chosen < rows.length
    }
    show()
    form?.addEventListener('change', show)
    return () => form?.removeEventListener('change', show)
  })
  const tickAll = (checked: boolean) => rowChecks(box.current?.form).forEach((row) => (row.checked = checked))
  return (
    <>
      <label className="check-target needs-script">
        <span className="sr-only">{t('table.selectAll')}</span>
        <input
          ref={box}
          type="checkbox"
          className="check"
          defaultChecked={allSelected}
          autoComplete="off"
          onChange={(event) => tickAll(event.target.checked)}
        />
      </label>
      {selectAllHref ? (
        <a href={selectAllHref} className="link without-script">
          {t('table.selectAll')}
        </a>
      ) : null}
    </>
  )
}

/** Shows how many rows are selected and what can be done with them; appears with the first tick, without scripts too. */
export function SelectionBar({ children }: { children: ReactNode }) {
  const { t } = useTranslation('ui')
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const form = bar.current?.closest('form')
    const count = () => {
      const chosen = rowChecks(form).filter((row) => row.checked).length
      if (chosen > 0) announce(t('table.selected', { n: chosen }))
    }
    form?.addEventListener('change', count)
    return () => form?.removeEventListener('change', count)
  }, [t])
  const [before, after] = t('table.selected', { n: '|' }).split('|')
  return (
    <div ref={bar} className="selection-bar">
      <span aria-hidden>
        {before}
        <span className="selection-count" />
        {after}
      </span>
      {children}
    </div>
  )
}

function rowChecks(form: HTMLFormElement | null | undefined) {
  return [...(form?.querySelectorAll<HTMLInputElement>('.row-check') ?? [])]
}
