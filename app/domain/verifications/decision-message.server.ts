import type { Queries } from '../../db/database'
import { findApplicant, type UnderDecision } from '../../db/verification-decisions'
import type { TextKey } from '../../i18n/keys'
import { translate } from '../../i18n/texts.server'
import type { Services } from '../../services.server'
import type { Language, TimelineEvent } from '../../vocabulary'
import { phoneChannel } from '../messages/channels'
import { enqueueMessage } from '../messages/enqueue.server'

const TELLING = {
  review_started: 'verifications:message.reviewStarted',
  approved: 'verifications:message.approved',
  rejected: 'verifications:message.rejected',
  info_requested: 'verifications:message.infoRequested',
  resubmitted: 'verifications:message.resubmitted',
} as const satisfies Partial<Record<TimelineEvent, TextKey>>

const isTold = (event: TimelineEvent): event is keyof typeof TELLING => event in TELLING

type Told = {
  event: TimelineEvent
  verification: UnderDecision
  words: string | null
  items: readonly string[]
}

/** Tells the applicant what happened in their language: the partner who submitted, else a partner, else the organization. */
export async function writeToApplicant(tx: Queries, services: Services, told: Told): Promise<void> {
  const { event, verification } = told
  if (!isTold(event)) return
  const applicant = await findApplicant(tx, verification.organizationId, verification.submittedBy)
  const language = applicant?.language ?? verification.organizationLanguage
  await enqueueMessage(tx, services, {
    channel: phoneChannel(services.env),
    kind: `verification_${event}`,
    to: applicant?.phone ?? verification.organizationPhone,
    text: decisionText(language, told),
    language,
    verificationId: verification.id,
  })
}

function decisionText(language: Language, { event, verification, words, items }: Told): string {
  if (!isTold(event)) return ''
  return translate(language, {
    key: TELLING[event],
    values: {
      organization: verification.organizationName,
      type: translate(language, { key: `verifications:type.${verification.type}` }),
      words: words ?? '',
      items: items.map((item, index) => `${index + 1}. ${item}`).join('\n'),
    },
  })
}
