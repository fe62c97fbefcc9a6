import { useTranslation } from '../../../i18n/use-translation'
import { Badge, TONES } from '../../../ui/badge'
import { ButtonLink } from '../../../ui/button'
import { Callout } from '../../../ui/callout'
import { EmptyState } from '../../../ui/empty-state'
import { ORGANIZATION_TONES } from '../../../ui/status-tones'
import { ORGANIZATION_STATUSES } from '../../../vocabulary'
import { HERE, Part, Row } from './part'

export function States() {
  const { t } = useTranslation(['organizations', 'ui', 'common'])
  return (
    <>
      <Part file="badge.tsx">
        <Row>
          {ORGANIZATION_STATUSES.map((status) => (
            <Badge key={status} tone={ORGANIZATION_TONES[status]}>
              {t(`status.${status}`)}
            </Badge>
          ))}
        </Row>
        <Row>
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone} icon="clock">
              <code>{tone}</code>
            </Badge>
          ))}
        </Row>
      </Part>
      <Part file="callout.tsx">
        <Callout title={t('ui:sentBefore.title')}>{t('ui:sentBefore.text')}</Callout>
        <Callout kind="ok" title={t('status.approved')} />
        <Callout kind="warn" title={t('ui:draft.notKept')}>
          {t('ui:draft.tooLong')}
        </Callout>
        <Callout kind="danger" title={t('ui:unsent.title')}>
          {t('ui:unsent.network')}
        </Callout>
        <Callout kind="quiet">{t('common:form.failed')}</Callout>
      </Part>
      <Part file="empty-state.tsx">
        <EmptyState title={t('emptyTitle')} text={t('emptyText')}>
          <ButtonLink to={HERE} icon="plus">
            {t('common:action.createInvite')}
          </ButtonLink>
        </EmptyState>
      </Part>
    </>
  )
}
