import { href } from 'react-router'
import type { InviteRefusal } from '../../domain/join/invite-use'
import { useTranslation } from '../../i18n/use-translation'
import { AccessFrame } from '../../ui/frame/plain/access-frame'
import { ButtonLink } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { WrittenFormPlaceholder } from '../../ui/forms/kept/kept-form'
import { Link } from '../../ui/link'

/** The end of a join whose invite was used up, deleted or expired meanwhile. */
export function Gone({ why }: { why: InviteRefusal }) {
  const { t } = useTranslation('join')
  return (
    <AccessFrame
      title={t('gone.title')}
      after={
        <Link to={href('/sign-in')} className="link">
          {t('invite.signIn')}
        </Link>
      }
    >
      <Callout kind="danger" role="alert" title={t(`error.${why}`)}>
        {t('gone.nothing')}
      </Callout>
      <WrittenFormPlaceholder />
      <ButtonLink to={`${href('/use-invite')}?other`} variant="primary" size="large" wide prefetch="none">
        {t('invite.other')}
      </ButtonLink>
    </AccessFrame>
  )
}
