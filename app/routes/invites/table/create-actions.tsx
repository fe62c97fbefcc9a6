import { href } from 'react-router'
import { inviteList, type InviteListState } from '../../../domain/invites/invite-list'
import { useTranslation } from '../../../i18n/use-translation'
import { ButtonLink } from '../../../ui/button'
import { Icon } from '../../../ui/icon'
import { Menu, MenuLink } from '../../../ui/menu'

export type MayCreate = { codes: boolean; mailings: boolean }

/** Ways to create a code: the first is the primary action, the others also send it. */
export function CreateActions({ state, mayCreate }: { state: InviteListState; mayCreate: MayCreate }) {
  const { t } = useTranslation('invites')
  if (!mayCreate.codes) return null
  const to = (dialog: 'email' | 'whatsapp' | 'bulk' | 'new') => inviteList.href(state, {}, href(`/invites/${dialog}`))
  return (
    <>
      <Menu
        label={t('invite')}
        variant="secondary"
        trigger={
          <>
            <Icon name="send" />
            {t('invite')}
            <Icon name="chevron-down" />
          </>
        }
      >
        <MenuLink to={to('email')} icon="mail" preventScrollReset>
          {t('emailInvite')}
        </MenuLink>
        <MenuLink to={to('whatsapp')} icon="message" preventScrollReset>
          {t('whatsappInvite')}
        </MenuLink>
        {mayCreate.mailings ? (
          <MenuLink to={to('bulk')} icon="users" preventScrollReset>
            {t('mailingInvite')}
          </MenuLink>
        ) : null}
      </Menu>
      <ButtonLink to={to('new')} variant="primary" icon="plus" preventScrollReset>
        {t('create')}
      </ButtonLink>
    </>
  )
}
