import { useId } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { Badge, type Tone } from '../../ui/badge'
import { DataTable } from '../../ui/lists/data-table'

export type StatusName = { name: string; tone: Tone }

type StatusRow = {
  status: StatusName
  meaning: string
  /** Omitted when a rule derives the status. */
  next?: readonly StatusName[]
}

/** Statuses as lists show them, with what they mean. */
export function StatusTable({ caption, rows }: { caption: string; rows: readonly StatusRow[] }) {
  const { t } = useTranslation('glossary')
  const id = useId()
  const hasNext = rows.some(({ next }) => next)
  return (
    <DataTable
      caption={caption}
      rows={rows}
      rowKey={(row) => `${id}${rows.indexOf(row)}`}
      columns={[
        { key: 'status', label: t('column.status'), cell: ({ status }) => <Badges of={[status]} />, tight: true },
        { key: 'meaning', label: t('column.meaning'), cell: ({ meaning }) => <span>{meaning}</span> },
        ...(hasNext
          ? [
              {
                key: 'next',
                label: t('column.next'),
                cell: ({ next }: StatusRow) => (next?.length ? <Badges of={next} /> : t('end')),
                soft: true,
              },
            ]
          : []),
      ]}
    />
  )
}

export function Badges({ of }: { of: readonly StatusName[] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {of.map(({ name, tone }) => (
        <Badge key={name} tone={tone}>
          {name}
        </Badge>
      ))}
    </span>
  )
}
