import { href } from 'react-router'
import { inviteList, type InviteListState } from '../../../domain/invites/invite-list'
import { useTranslation } from '../../../i18n/use-translation'
import { otherParams } from '../../../lists/paging'
import { SEARCH_MAX_LENGTH } from '../../../lists/list-fields'
import { FilterChips, type FilterChip } from '../../../ui/lists/filter-chips'
import { ExportLink } from '../../../ui/lists/export-link'
import { FilterMenu } from '../../../ui/lists/filter-menu'
import { SearchBox } from '../../../ui/lists/search-box'
import { Toolbar } from '../../../ui/lists/toolbar'
import { Link } from '../../../ui/link'
import { INVITE_STATUSES, INVITE_TYPES } from '../../../vocabulary'

type InviteFiltersProps = {
  state: InviteListState
  chips: readonly FilterChip[]
  /** The count of results in words. */
  found: string
}

export function InviteFilters({ state, chips, found }: InviteFiltersProps) {
  const { t } = useTranslation('invites')
  const isOne = state.type.length <= 1
  return (
    <>
      <Toolbar
        action={inviteList.path}
        keep={otherParams(inviteList.search(state), ['q', 'type', 'status', 'page'])}
        end={
          <>
            <ExportLink to={inviteList.href(state, { page: 1 }, href('/invites/export'))} />
            <span data-said="">{found}</span>
          </>
        }
      >
        <SearchBox name="q" label={t('search')} defaultValue={state.q} maxLength={SEARCH_MAX_LENGTH} />
        <FilterMenu
          name="type"
          label={t('column.type')}
          options={INVITE_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
          chosen={state.type}
          choose={isOne ? 'one' : 'any'}
          allLabel={isOne ? t('allTypes') : undefined}
          first={
            isOne ? null : (
              <Link to={inviteList.href(state, { type: [] })} className="menu-item" preventScrollReset>
                {t('allTypes')}
              </Link>
            )
          }
        />
        <FilterMenu
          name="status"
          label={t('column.status')}
          options={INVITE_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
          chosen={state.status}
        />
      </Toolbar>
      <FilterChips chips={chips} resetHref={inviteList.path} />
    </>
  )
}
