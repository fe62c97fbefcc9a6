import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Icon } from '../icon'
import { SelectAll, type Selection } from './selection'
import { useTranslation } from '../../i18n/use-translation'
import { Link } from '../link'

type Sort = {
  /** Address of the list sorted by this column; in reverse when it already is. */
  href: string
  direction?: 'ascending' | 'descending'
}

export type Column<Row> = {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  /** Drawn under the cell's text, outside the row's link. */
  after?: (row: Row) => ReactNode
  /** Numbers stand at the end. */
  align?: 'start' | 'end'
  /** As narrow as its content, on one line. */
  tight?: boolean
  /** Muted text, for what is seldom read. */
  soft?: boolean
  /** Hidden in tables narrower than this many px, where it would crowd the others; cards show it. */
  hiddenBelow?: 1280 | 1360 | 1500
  sort?: Sort
}

type DataTableProps<Row> = {
  /** What the table lists; for screen readers only. */
  caption: string
  /** The first column names the row. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The first cell's link, which covers the whole row. */
  rowHref?: (row: Row) => string
  /** The row's name, for checkboxes and menus. */
  rowName?: (row: Row) => string
  /** Adds checkboxes; wrap the table and a `SelectionBar` in `SelectionForm`. */
  selection?: Selection
  /** Which rows have a checkbox; all of them unless given. */
  selectable?: (row: Row) => boolean
  /** Row menu: a `RowMenu`. */
  actions?: (row: Row) => ReactNode
  /** Shown instead of the table when there are no rows: an `EmptyState`. */
  empty?: ReactNode
}

/** A list as a table; under 640 px the same markup reads as cards. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { t } = useTranslation('ui')
  const { caption, columns, rows, selection, actions, empty } = props
  if (rows.length === 0 && empty) return <div className="table-box">{empty}</div>
  const cellClasses = columns.map((column, index) => cellClass(column, index === 0))
  return (
    <TableBox caption={caption}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {selection ? (
            <th scope="col" className="cell-check">
              <SelectAll {...selection} />
            </th>
          ) : null}
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} />
          ))}
          {actions ? (
            <th scope="col" className="cell-actions">
              <span className="sr-only">{t('table.actions')}</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <BodyRow key={props.rowKey(row)} row={row} cellClasses={cellClasses} {...props} />
        ))}
      </tbody>
    </TableBox>
  )
}

/** A table wider than its frame, as with increased text spacing, scrolls in it, and the keyboard can focus the frame. */
function TableBox({ caption, children }: { caption: string; children: ReactNode }) {
  const table = useRef<HTMLTableElement>(null)
  const [isWide, setWide] = useState(false)
  useEffect(() => {
    const { current } = table
    const box = current?.parentElement
    if (!box) return
    const watch = new ResizeObserver(() => setWide(current.offsetWidth > box.clientWidth))
    watch.observe(current)
    watch.observe(box)
    return () => watch.disconnect()
  }, [])
  return (
    <div className="table-box" {...(isWide && { role: 'region', 'aria-label': caption, tabIndex: 0 })}>
      <table ref={table} className="table">
        {children}
      </table>
    </div>
  )
}

function HeadCell<Row>({ column }: { column: Column<Row> }) {
  const { t } = useTranslation('ui')
  const { label, sort } = column
  const icon = sort?.direction === 'descending' ? 'arrow-down' : 'arrow-up'
  return (
    <th scope="col" aria-sort={sort?.direction} className={cellClass({ ...column, soft: false }, false)}>
      {sort ? (
        <Link
          to={sort.href}
          className="sort-link"
          preventScrollReset
          data-said={sort.direction && t(`table.${sort.direction}`, { column: label })}
        >
          {label}
          <Icon name={icon} />
        </Link>
      ) : (
        label
      )}
    </th>
  )
}

function BodyRow<Row>({
  row,
  cellClasses,
  columns,
  rowKey,
  rowHref,
  rowName,
  selection,
  selectable,
  actions,
}: DataTableProps<Row> & { row: Row; cellClasses: readonly (string | undefined)[] }) {
  const { t } = useTranslation('ui')
  const isSelectable = selectable?.(row) ?? true
  return (
    <tr className={selection ? 'row-selectable' : undefined} id={`row-${rowKey(row)}`}>
      {selection ? (
        <td className="cell-check">
          {isSelectable ? (
            <label className="check-target">
              <span className="sr-only">{t('table.selectRow', { name: rowName?.(row) ?? rowKey(row) })}</span>
              <input
                type="checkbox"
                className="check row-check"
                name={selection.name}
                value={rowKey(row)}
                defaultChecked={selection.allSelected || selection.selected?.includes(rowKey(row))}
                autoComplete="off"
              />
            </label>
          ) : null}
        </td>
      ) : null}
      {columns.map((column, index) => (
        <td key={column.key} data-label={index === 0 ? undefined : column.label} className={cellClasses[index]}>
          {index === 0 && rowHref ? (
            <Link to={rowHref(row)} className="row-link" preventScrollReset>
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
          {column.after?.(row)}
        </td>
      ))}
      {actions ? <td className="cell-actions">{actions(row)}</td> : null}
    </tr>
  )
}

function cellClass<Row>({ align, tight, soft, hiddenBelow }: Column<Row>, first: boolean) {
  const names = [
    first && 'cell-first',
    align === 'end' && 'cell-end',
    tight && 'cell-tight',
    soft && 'cell-soft',
    hiddenBelow && `cell-from-${hiddenBelow}`,
  ]
  return names.filter(Boolean).join(' ') || undefined
}
