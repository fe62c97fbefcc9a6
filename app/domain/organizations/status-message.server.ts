import type { Queries } from '../../db/engine/database'
import { findApplicant } from '../../db/verifications/verification-decisions'
import { translate } from '../../i18n/texts.server'
import type { Services } from '../../services.server'
import type { Language } from '../../vocabulary'
import { phoneChannel } from '../messages/channels'
import { enqueueMessage } from '../messages/enqueue.server'
import type { StatusChange } from './status-change'

type Told = { id: string; name: string; phone: string; defaultLocale: Language }

/** Tells a partner of the organization in their language, with its page; else the organization itself by its phone. */
export async function notifyPartner(
  tx: Queries,
  services: Services,
  change: StatusChange,
  organization: Told,
  reason: string | null,
): Promise<void> {
  const partner = await findApplicant(tx, organization.id, null)
  const language = partner?.language ?? organization.defaultLocale
  const news = translate(language, {
    key: `organizations:message.${change}`,
    values: { organization: organization.name },
  })
  const because = reason && translate(language, { key: 'organizations:message.reason', values: { words: reason } })
  const link = new URL(`/organizations/${organization.id}/verification-status`, services.env.publicOrigin).href
  const next = partner && translate(language, { key: 'organizations:message.next', values: { link } })
  await enqueueMessage(tx, services, {
    channel: phoneChannel(services.env),
    kind: `organization_${change}`,
    to: partner?.phone ?? organization.phone,
    text: [news, because, next].filter(Boolean).join('\n'),
    language,
  })
}
