import type { ReactNode } from 'react'
import { href } from 'react-router'
import { inviteList, type InviteListState } from '../../../domain/invites/invite-list'
import { useTranslation } from '../../../i18n/use-translation'
import { otherParams } from '../../../lists/paging'
import { Button, ButtonLink } from '../../../ui/button'
import { SelectionBar, SelectionForm } from '../../../ui/lists/selection'

export type InviteSelectionState = {
  /** Whose codes this person may delete. */
  deletes: 'any' | 'own' | 'none'
  /** How many of the filtered codes this person may delete. */
  total: number
  totalText: string
  /** `page`: every row of the page starts ticked; `all`: everything that matches the filter is selected. */
  chosen: 'page' | 'all' | null
  /** The rows that were selected before and still are. */
  ids: readonly string[]
}

const DELETE_PATH = href('/invites/delete')

type InviteSelectionProps = {
  state: InviteListState
  selection: InviteSelectionState
  rows: readonly { mayDelete: boolean }[]
  children: ReactNode
}

/** The table as a form: ticked rows go to the question about deleting them; selecting all matches is a separate step. */
export function InviteSelection({ state, selection, rows, children }: InviteSelectionProps) {
  const { t } = useTranslation('invites')
  if (selection.deletes === 'none' || selection.total === 0) return children
  if (selection.chosen === 'all') return <AllSelected state={state} selection={selection} table={children} />
  const onPage = rows.filter((row) => row.mayDelete).length
  const isFiltered = inviteList.activeFilters(state).length > 0
  const allHref = selectHref(state, 'all')
  return (
    <SelectionForm key={inviteList.search(state) + selection.chosen} action={DELETE_PATH}>
      {otherParams(inviteList.search(state), []).map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      {children}
      <SelectionBar>
        {selection.total > onPage ? (
          <ButtonLink to={allHref} variant="quiet" size="small" preventScrollReset prefetch="none">
            {t(isFiltered ? 'select.allMatching' : 'select.all', { total: selection.totalText })}
          </ButtonLink>
        ) : null}
        <Button type="submit" variant="danger" size="small" icon="trash">
          {t('select.delete')}
        </Button>
      </SelectionBar>
    </SelectionForm>
  )
}

type AllSelectedProps = { state: InviteListState; selection: InviteSelectionState; table: ReactNode }

function AllSelected({ state, selection, table }: AllSelectedProps) {
  const { t } = useTranslation('invites')
  return (
    <div className="selection selection-all">
      {table}
      <div className="selection-bar">
        <span data-said="">{t('select.allSelected', { total: selection.totalText })}</span>
        <ButtonLink to={inviteList.href(state)} variant="quiet" size="small" preventScrollReset>
          {t('select.clear')}
        </ButtonLink>
        <ButtonLink
          to={selectHref(state, 'all', DELETE_PATH)}
          variant="danger"
          size="small"
          icon="trash"
          preventScrollReset
        >
          {t('select.delete')}
        </ButtonLink>
      </div>
    </div>
  )
}

/** The list with every row of the page ticked, or with everything that matches selected. */
export function selectHref(state: InviteListState, select: 'page' | 'all', path?: string): string {
  const list = inviteList.href(state, {}, path)
  return `${list}${list.includes('?') ? '&' : '?'}select=${select}`
}
