import { useEffect, useState } from 'react'
import { useLocation, useNavigation, href } from 'react-router'
import { Callout } from '../../callout'
import { Link } from '../../link'
import { onDraft, onUnsent, type DraftNews, type UnsentBecause } from './unsent'
import { useTranslation } from '../../../i18n/use-translation'

const TITLES = {
  network: 'unsent.title',
  unavailable: 'unsent.title',
  failed: 'errors:toast.generic',
  tooLong: 'unsent.notSent',
  otherAccount: 'unsent.notSent',
} as const satisfies Record<UnsentBecause, string>

/** Says in the form of an address that it was not sent, until it is sent again. */
export function UnsentNote({ pathname }: { pathname: string }) {
  const { t } = useTranslation(['ui', 'errors'])
  const isSending = useNavigation().state === 'submitting'
  const [unsent, setUnsent] = useState<UnsentBecause | null>(null)
  useEffect(() => onUnsent(pathname, setUnsent), [pathname])
  if (!unsent || isSending) return null
  return (
    <Callout kind="danger" role="alert" title={t(TITLES[unsent])}>
      {t(`unsent.${unsent}`)}
    </Callout>
  )
}

/** Says in a form what becomes of the text that is typed, where that is not what one expects. */
export function DraftNote({ form }: { form: string }) {
  const { t } = useTranslation('ui')
  const { pathname, search } = useLocation()
  const [news, setNews] = useState<DraftNews>('kept')
  useEffect(() => onDraft(form, setNews), [form])
  if (news === 'kept') return null
  return (
    <Callout kind="warn" role="alert" title={t(news === 'lapsed' ? 'draft.lapsedTitle' : 'draft.notKept')}>
      {t(`draft.${news}`)}{' '}
      {news === 'lapsed' ? (
        <Link
          to={`${href('/sign-in')}?redirect=${encodeURIComponent(pathname + search)}`}
          reloadDocument
          className="link"
        >
          {t('draft.signIn')}
        </Link>
      ) : null}
    </Callout>
  )
}
