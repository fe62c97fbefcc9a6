import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigation } from 'react-router'
import { Callout } from './callout'
import { onUnsent, type UnsentBecause } from './unsent'

/** Says in a form that it was not sent, until it is sent again. */
export function UnsentNote() {
  const { t } = useTranslation('ui')
  const { pathname } = useLocation()
  const isSending = useNavigation().state === 'submitting'
  const [unsent, setUnsent] = useState<UnsentBecause | null>(null)
  useEffect(() => onUnsent(pathname, setUnsent), [pathname])
  if (!unsent || isSending) return null
  return (
    <Callout kind="danger" role="alert" title={t(unsent === 'otherAccount' ? 'unsent.notSent' : 'unsent.title')}>
      {t(`unsent.${unsent}`)}
    </Callout>
  )
}
