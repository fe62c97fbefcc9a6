import type { VerifiedInvite } from '../../domain/join/verify-invite.server'
import { RichText } from '../../i18n/rich-text'
import { useTranslation } from '../../i18n/use-translation'
import { UserText } from '../../ui/user-text'

/** Says what a verified code lets a person join. */
export function InviteSummary({ invite }: { invite: VerifiedInvite }) {
  const { t } = useTranslation('join')
  const { t: common } = useTranslation()
  if (invite.type === 'invite_to_user')
    return <>{invite.role && t('verified.invite_to_user', { role: common(`role.${invite.role}`) })}</>
  if (invite.type === 'invite_logistic_provider') return <>{t('verified.invite_logistic_provider')}</>
  return (
    <RichText
      text="join:verified.invite_to_organization"
      values={{ organization: invite.organizationName ?? '' }}
      elements={{ name: <UserText className="font-semibold" /> }}
    />
  )
}
