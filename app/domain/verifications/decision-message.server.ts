import type { Queries } from '../../db/engine/database'
import { findApplicant, type UnderDecision } from '../../db/verifications/verification-decisions'
import type { TextKey } from '../../i18n/keys'
import { translate } from '../../i18n/texts.server'
import type { Services } from '../../services.server'
import type { Language, TimelineEvent } from '../../vocabulary'
import { phoneChannel } from '../messages/channels'
import { enqueueMessage } from '../messages/enqueue.server'

const TELLING = {
  approved: 'verifications:message.approved',
  rejected: 'verifications:message.rejected',
  info_requested: 'verifications:message.infoRequested',
  resubmitted: 'verifications:message.resubmitted',
} as const satisfies Partial<Record<TimelineEvent, TextKey>>

/** What the applicant can do then, with the address of their application. */
const NEXT = {
  approved: 'verifications:message.next.approved',
  rejected: 'verifications:message.next.rejected',
  info_requested: 'verifications:message.next.infoRequested',
  resubmitted: 'verifications:message.next.resubmitted',
} as const satisfies Record<keyof typeof TELLING, TextKey>

const isTold = (event: TimelineEvent): event is keyof typeof TELLING => event in TELLING

type Told = {
  event: TimelineEvent
  verification: UnderDecision
  note: string | null
  items: readonly string[]
}

/**
 * Tells the applicant in their language what happened, what to do and where: the partner who submitted, else a partner. An
 * organization without partners is told by its phone, without an address that it could not open. The start of a review is no
 * news: it asks for nothing.
 */
export async function writeToApplicant(tx: Queries, services: Services, told: Told): Promise<void> {
  const { event, verification } = told
  if (!isTold(event)) return
  const applicant = await findApplicant(tx, verification.organizationId, verification.submittedBy)
  const language = applicant?.language ?? verification.organizationLanguage
  await enqueueMessage(tx, services, {
    channel: phoneChannel(services.env),
    kind: `verification_${event}`,
    to: applicant?.phone ?? verification.organizationPhone,
    text: [
      decisionText(language, told),
      ...(applicant
        ? [translate(language, { key: NEXT[event], values: { link: statusLink(services, verification) } })]
        : []),
    ].join('\n'),
    language,
    verificationId: verification.id,
  })
}

/** The page on which a partner reads and answers; whoever is signed out comes to it by way of signing in. */
const statusLink = ({ env }: Pick<Services, 'env'>, { organizationId }: Pick<UnderDecision, 'organizationId'>) =>
  new URL(`/organizations/${organizationId}/verification-status`, env.publicOrigin).href

function decisionText(language: Language, { event, verification, note, items }: Told): string {
  if (!isTold(event)) return ''
  return translate(language, {
    key: TELLING[event],
    values: {
      organization: verification.organizationName,
      type: translate(language, { key: `verifications:type.${verification.type}` }),
      words: note ?? '',
      items: items.map((item, index) => `${index + 1}. ${item}`).join('\n'),
    },
  })
}
