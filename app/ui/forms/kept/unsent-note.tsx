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

/** Says that the form at `pathname` was not accepted, until it is sent again: another `answer` than before means that it was. */
export function UnsentNote({ pathname, answer }: { pathname: string; answer: unknown }) {
  const { t } = useTranslation(['ui', 'errors'])
  const isSending = useNavigation().state === 'submitting'
  const [unsent, setUnsent] = useState<{ because: UnsentBecause; answer: unknown } | null>(null)
  useEffect(() => onUnsent(pathname, (because) => setUnsent({ because, answer })), [pathname, answer])
  if (!unsent || unsent.answer !== answer || isSending) return null
  return (
    <Callout kind="danger" role="alert" title={t(TITLES[unsent.because])}>
      {t(`unsent.${unsent.because}`)}
    </Callout>
  )
}

/** Says what happens to the typed text when that is not what a person expects. */
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
