import { useId } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { DataTable } from '../../ui/lists/data-table'
import { ORGANIZATION_TONES, USER_TONES, VERIFICATION_TONES } from '../../ui/status-tones'
import type { movesView } from './moves-view.server'
import { Badges, type StatusName } from './status-table'

type MovesView = ReturnType<typeof movesView>

const NEEDS = {
  nothing: 'nothing',
  'no rejected document': 'document',
  'a reason': 'reason',
  items: 'items',
  'an answer': 'answer',
} as const satisfies Record<MovesView['verificationMoves'][number]['needs'], string>

/** What can be done with an application: from which status, to which, with what input, by whom. */
export function VerificationMoves({ moves }: { moves: MovesView['verificationMoves'] }) {
  const { t } = useTranslation(['glossary', 'verifications'])
  const named = (status: keyof typeof VERIFICATION_TONES) => ({
    name: t(`verifications:status.${status}`),
    tone: VERIFICATION_TONES[status],
  })
  const rows = moves.map(({ action, from, to, needs, who }) => ({
    action,
    // The desk starts a review by claiming the application.
    name: t(action === 'start' ? 'verification.name.start' : `verifications:action.${action}`),
    effect: t(`verification.action.${action}`),
    from: from.map(named),
    to: named(to),
    needs: t(`verification.needs.${NEEDS[needs]}`),
    who,
  }))
  return <Moves caption={t('verification.actions')} rows={rows} />
}

/** How an organization changes from one status to another. */
export function OrganizationMoves({ moves }: { moves: MovesView['organizationMoves'] }) {
  const { t } = useTranslation(['glossary', 'organizations'])
  const named = (status: keyof typeof ORGANIZATION_TONES) => ({
    name: t(`organizations:status.${status}`),
    tone: ORGANIZATION_TONES[status],
  })
  const rows = moves.map(({ action, from, to, reason, who }) => ({
    action,
    name: t(`organization.name.${action}`),
    effect: t(`organization.action.${action}`),
    from: from.map(named),
    to: named(to),
    needs: t(`reason.${reason}`),
    who,
  }))
  return <Moves caption={t('organization.actions')} rows={rows} />
}

/** What staff can do to users below their own role. */
export function UserMoves({ moves }: { moves: MovesView['userMoves'] }) {
  const { t } = useTranslation(['glossary', 'users'])
  const named = (status: keyof typeof USER_TONES) => ({ name: t(`users:status.${status}`), tone: USER_TONES[status] })
  const rows = moves.map(({ action, from, to, reason, who }) => ({
    action,
    name: t(`users:action.${action}.submit`),
    effect: t(`user.action.${action}`),
    from: from.map(named),
    to: to && named(to),
    needs: t(`reason.${reason}`),
    who,
  }))
  return <Moves caption={t('user.actions')} rows={rows} />
}

type Row = {
  action: string
  name: string
  effect: string
  from: readonly StatusName[]
  to: StatusName | null
  needs: string
  who: string
}

function Moves({ caption, rows }: { caption: string; rows: readonly Row[] }) {
  const { t } = useTranslation('glossary')
  const id = useId()
  return (
    <DataTable
      caption={caption}
      rows={rows}
      rowKey={({ action }) => id + action}
      columns={[
        { key: 'action', label: t('column.action'), cell: ({ name, effect }) => <Move name={name} effect={effect} /> },
        { key: 'move', label: t('column.move'), cell: ({ from, to }) => <FromTo from={from} to={to} /> },
        { key: 'needs', label: t('column.needs'), cell: ({ needs }) => <span>{needs}</span> },
        { key: 'who', label: t('column.who'), cell: ({ who }) => <span>{who}</span> },
      ]}
    />
  )
}

function FromTo({ from, to }: { from: readonly StatusName[]; to: StatusName | null }) {
  if (!to) return <Badges of={from} />
  return (
    <span className="grid gap-1">
      <Badges of={from} />
      <span className="flex gap-1">
        <span className="rtl:-scale-x-100">→</span> <Badges of={[to]} />
      </span>
    </span>
  )
}

const Move = ({ name, effect }: { name: string; effect: string }) => (
  <span>
    <strong>{name}</strong>
    <br />
    {effect}
  </span>
)
