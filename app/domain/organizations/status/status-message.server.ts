import { href } from '../../../addresses'
import type { Queries } from '../../../db/engine/database'
import { translate } from '../../../i18n/texts.server'
import type { Services } from '../../../services.server'
import type { Language } from '../../../vocabulary'
import { notifyPartner } from '../../messages/notify-partner.server'
import type { StatusChange } from './status-change'

type ChangedOrganization = { id: string; name: string; phone: string; defaultLocale: Language }

/** Tells a partner of the organization in their language, with its page; else the organization itself by its phone. */
export async function notifyPartnerOfStatus(
  tx: Queries,
  services: Services,
  change: StatusChange,
  organization: ChangedOrganization,
  reason: string | null,
  notBefore?: Date,
): Promise<void> {
  const link = new URL(
    href('/organizations/:organizationId/verification-status', { organizationId: organization.id }),
    services.env.publicOrigin,
  ).href
  await notifyPartner(tx, services, {
    organization: { ...organization, language: organization.defaultLocale },
    notBefore,
    kind: `organization_${change}`,
    text: (language) => {
      const values = { organization: organization.name }
      const news = translate(language, { key: `organizations:message.${change}`, values })
      return reason === null
        ? news
        : `${news}\n${translate(language, { key: 'organizations:message.reason', values: { reason } })}`
    },
    next: (language) => translate(language, { key: 'organizations:message.next', values: { link } }),
  })
}
