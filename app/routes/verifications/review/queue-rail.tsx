import { useEffect, useRef } from 'react'
import { useFetcher, href } from 'react-router'
import { PRESENCE_BEAT_MS } from '../../../domain/verifications/claims/claim'
import { useTranslation } from '../../../i18n/use-translation'
import { Badge } from '../../../ui/badge'
import { Icon } from '../../../ui/icon'
import { Link } from '../../../ui/link'
import { VERIFICATION_TONES } from '../../../ui/status-tones'
import { Sentence, UserText } from '../../../ui/user-text'
import { DueLabel } from '../due-label'
import type { loader, Rail, RailRow } from '../rail'
import type { Desk } from './read-review.server'

/** As in desk/rail.css: on narrower screens the document needs the width. */
const HAS_ROOM = '(min-width: 110rem)'

/** The queue at the edge of a wide screen: who is next, what colleagues have claimed, what this person has decided. */
export function QueueRail({ desk }: { desk: Desk }) {
  const { t } = useTranslation('verifications')
  const rows = useRail(desk)
  const list = useRef<HTMLOListElement>(null)
  const isThere = rows.some(({ id }) => id === desk.id)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [desk.id, isThere])
  return (
    <nav className="desk-rail no-print" aria-label={t('rail.label')}>
      <ol ref={list}>
        {rows.map((row) => (
          <li key={row.id}>
            <Link to={row.href} className="desk-rail-row" aria-current={row.id === desk.id ? 'page' : undefined}>
              <UserText className="desk-rail-name">{row.organizationName}</UserText>
              <RailState row={row} />
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function RailState({ row: { status, holder, keptFor, due } }: { row: RailRow }) {
  const { t } = useTranslation('verifications')
  if (holder || keptFor)
    return (
      <span className={holder?.isIdle ? 'desk-rail-holder desk-rail-idle' : 'desk-rail-holder'}>
        <Icon name="user" />
        {!holder ? (
          <Sentence>{keptFor ?? ''}</Sentence>
        ) : holder.isMine ? (
          t('claim.mine')
        ) : (
          <UserText>{holder.name}</UserText>
        )}
        {holder?.isIdle && !holder.isMine ? ` · ${t('claim.idle')}` : null}
      </span>
    )
  if (status === 'pending' && due) return <DueLabel due={due} />
  return <Badge tone={VERIFICATION_TONES[status]}>{t(`status.${status}`)}</Badge>
}

/** The last rail, kept when the page for the other kind of application is opened. */
let last: Rail | null = null

/** The rows of the rail if it is of this queue, else null. */
const rowsOf = (rail: Rail | null | undefined, queue: string) => (rail?.queue === queue ? rail.rows : null)

/** Loaded when the page opens and every half minute; an application that was shown keeps its place while its reviewer works through the queue. */
function useRail({ id, search, queue, claim }: Desk): readonly RailRow[] {
  const { data, load } = useFetcher<typeof loader>({ key: 'rail' })
  useEffect(() => {
    if (data) last = data
  }, [data])
  const { position } = queue
  const { version } = claim
  useEffect(() => {
    function read() {
      if (document.visibilityState !== 'visible' || !matchMedia(HAS_ROOM).matches) return
      const known = rowsOf(last, search)
      const params = new URLSearchParams(search)
      if (known?.some((row) => row.id === id)) for (const row of known) params.append('id', row.id)
      else {
        params.set('here', id)
        if (position !== null) params.set('at', String(position))
      }
      void load(`${href('/verifications/rail')}?${params}`)
    }
    read()
    const timer = setInterval(read, PRESENCE_BEAT_MS)
    return () => clearInterval(timer)
    // `version` is a dependency because another version is another state of the application in view.
  }, [id, search, position, version, load])
  return rowsOf(data, search) ?? rowsOf(last, search) ?? []
}
