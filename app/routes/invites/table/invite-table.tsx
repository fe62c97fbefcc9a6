import { href } from 'react-router'
import { inviteList, type InviteListState } from '../../../domain/invites/invite-list'
import { useTranslation } from '../../../i18n/use-translation'
import { ButtonLink } from '../../../ui/button'
import { CopyMenuButton } from '../../../ui/copy-button'
import { DataTable } from '../../../ui/lists/data-table'
import { EmptyState, NoMatch } from '../../../ui/empty-state'
import type { FilterChip } from '../../../ui/lists/filter-chips'
import { MenuLink, RowMenu } from '../../../ui/menu'
import { selectHref, type InviteSelectionState } from './invite-selection'
import type { Row } from './list-view.server'
import type { MayCreate } from './create-actions'
import { useInviteColumns } from './use-invite-columns'

type InviteTableProps = {
  rows: readonly Row[]
  state: InviteListState
  chips: readonly FilterChip[]
  selection: InviteSelectionState
  mayCreate: MayCreate
}

export function InviteTable({ rows, state, chips, selection, mayCreate }: InviteTableProps) {
  const { t } = useTranslation('invites')
  const isTickable = selection.deletes !== 'none' && selection.total > 0 && selection.chosen !== 'all'
  return (
    <DataTable
      caption={t('title')}
      columns={useInviteColumns(state)}
      rows={rows}
      rowKey={(row) => row.id}
      rowName={(row) => row.code}
      rowHref={(row) => withListState(state, href('/invites/:id', row))}
      selection={
        isTickable
          ? {
              name: 'id',
              allSelected: selection.chosen === 'page',
              selected: selection.ids,
              selectAllHref: selectHref(state, 'page'),
            }
          : undefined
      }
      selectable={(row) => row.mayDelete}
      actions={(row) => <InviteMenu row={row} state={state} />}
      empty={
        chips.length > 0 ? (
          <NoMatch title={t('noMatchTitle')} text={t('noMatchText')} chips={chips} resetHref={inviteList.path} />
        ) : (
          <EmptyState title={t('emptyTitle')} text={t('emptyText')} icon="ticket">
            {mayCreate.codes ? (
              <ButtonLink to={withListState(state, href('/invites/new'))} icon="plus" preventScrollReset>
                {t('create')}
              </ButtonLink>
            ) : null}
          </EmptyState>
        )
      }
    />
  )
}

function InviteMenu({ row, state }: { row: Row; state: InviteListState }) {
  const { t } = useTranslation('invites')
  return (
    <RowMenu label={t('row.menu', { code: row.code })}>
      <MenuLink to={withListState(state, href('/invites/:id', row))} icon="eye" preventScrollReset>
        {t('row.details')}
      </MenuLink>
      {row.link === null ? null : (
        <>
          <CopyMenuButton value={row.code} label={t('row.copyCode')} copied={t('copied')} />
          <CopyMenuButton value={row.link} label={t('row.copyLink')} copied={t('linkCopied')} />
        </>
      )}
      {row.mayDelete ? (
        <MenuLink to={withListState(state, href('/invites/:id/delete', row))} icon="trash" danger preventScrollReset>
          {t('row.delete')}
        </MenuLink>
      ) : null}
    </RowMenu>
  )
}

/** A dialog over the list in its current state. */
const withListState = (state: InviteListState, path: string) => inviteList.href(state, {}, path)
