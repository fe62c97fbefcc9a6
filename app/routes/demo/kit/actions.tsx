import { useTranslation } from '../../../i18n/use-translation'
import { Avatar } from '../../../ui/avatar'
import { Button, ButtonLink } from '../../../ui/button'
import { Link } from '../../../ui/link'
import { Menu, MenuLink, MenuSeparator } from '../../../ui/menu'
import { Tabs } from '../../../ui/tabs'
import { HERE, Part, Row, Sample } from './part'

const ICON_OF = { primary: undefined, secondary: 'plus', quiet: undefined, danger: 'x' } as const

export function Actions() {
  const { t } = useTranslation(['organizations', 'common', 'ui'])
  return (
    <>
      <Part file="button.tsx">
        {(['normal', 'small', 'large'] as const).map((size) => (
          <Sample key={size}>
            {(['primary', 'secondary', 'quiet', 'danger'] as const).map((variant) => (
              <Button key={variant} type="submit" variant={variant} size={size} icon={ICON_OF[variant]}>
                {`${variant} ${size}`}
              </Button>
            ))}
            <ButtonLink to={HERE} size={size} icon="refresh" iconOnly>
              {t('ui:connection.tryAgain')}
            </ButtonLink>
          </Sample>
        ))}
        <Sample>
          <Button type="submit" variant="primary" busy>
            busy
          </Button>
          <Button type="submit" disabled>
            disabled
          </Button>
          <Link to={HERE} className="link">
            {t('viewDetails')}
          </Link>
        </Sample>
      </Part>
      <Part file="menu.tsx">
        <Row>
          <Menu label={t('ui:table.actions')} variant="secondary">
            <MenuLink to={HERE} icon="eye">
              {t('viewDetails')}
            </MenuLink>
            <MenuLink to={HERE} chosen>
              {t('status.active')}
            </MenuLink>
            <MenuSeparator />
            <MenuLink to={HERE} icon="x" danger>
              {t('status.archived')}
            </MenuLink>
          </Menu>
          <Avatar name={t('common:role.manager')} size="small" />
          <Avatar name={t('common:role.manager')} />
          <Avatar name={t('common:role.manager')} size="large" />
        </Row>
      </Part>
      <Part file="tabs.tsx">
        <Tabs
          label={t('tabs')}
          tabs={[
            { to: HERE, label: t('tab.overview'), current: true },
            { to: `${HERE}#documents`, label: t('tab.documents'), current: false, count: 3 },
            { to: `${HERE}#notes`, label: t('tab.notes'), current: false },
          ]}
        />
      </Part>
    </>
  )
}
