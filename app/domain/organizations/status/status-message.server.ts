import { href } from '../../../addresses'
import type { Queries } from '../../../db/engine/database'
import { translate } from '../../../i18n/texts.server'
import type { Services } from '../../../services.server'
import type { Language } from '../../../vocabulary'
import { notifyPartner, type Notice } from '../../messages/notify-partner.server'
import type { StatusChange } from './status-change'

type ChangedOrganization = { id: string; name: string; phone: string; defaultLocale: Language }

/** What a partner is told about a change, with a link to their page; on the organization's own phone only what changed. */
export function statusNotice(
  { env }: Pick<Services, 'env'>,
  change: StatusChange,
  { id: organizationId, name: organization }: Pick<ChangedOrganization, 'id' | 'name'>,
  reason: string | null,
): Notice {
  const path = href('/organizations/:organizationId/verification-status', { organizationId })
  const link = new URL(path, env.publicOrigin).href
  return {
    text: (language) => {
      const news = translate(language, { key: `organizations:message.${change}`, values: { organization } })
      return reason === null
        ? news
        : `${news}\n${translate(language, { key: 'organizations:message.reason', values: { reason } })}`
    },
    next: (language) => translate(language, { key: 'organizations:message.next', values: { link } }),
  }
}

/** Notifies a partner of the organization with a link to its page, or else the organization's own phone. */
export async function notifyPartnerOfStatus(
  tx: Queries,
  services: Services,
  change: StatusChange,
  organization: ChangedOrganization,
  reason: string | null,
  notBefore?: Date,
): Promise<void> {
  await notifyPartner(tx, services, {
    organization: { ...organization, language: organization.defaultLocale },
    notBefore,
    kind: `organization_${change}`,
    ...statusNotice(services, change, organization, reason),
  })
}
