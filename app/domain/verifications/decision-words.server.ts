import { findPartnerToTell } from '../../db/messages/messages'
import { findApplicant } from '../../db/verifications/requested-items'
import { listCurrentTemplates } from '../../db/verifications/templates'
import { listDocuments } from '../../db/verifications/verifications'
import { LANGUAGE_NAMES } from '../../i18n/languages'
import { translate } from '../../i18n/texts.server'
import type { Services } from '../../services.server'
import type { DocumentType, Language, TemplateUse } from '../../vocabulary'
import type { Permit } from '../access'
import { NEWS } from './decision'
import { applicantLink, contactText, newsText } from './decision-effects.server'
import { documentTarget } from './items'
import { slotsOf } from './requested-items.server'
import { slotWords } from './template-words.server'
import { targetChoices } from './target-labels.server'
import { lackingLanguages } from './templates'

const USES = {
  reject: { use: 'rejection', event: 'rejected' },
  'request-info': { use: 'item', event: 'info_requested' },
} as const satisfies Record<string, { use: TemplateUse; event: keyof typeof NEWS }>

const isWritten = (action: string): action is keyof typeof USES => action in USES

/** Stands in the message where the words will stand. */
const PLACE = '\u0001'

/**
 * What the form of a decision offers for words to the applicant: their language, the templates in theirs and the reader's,
 * what fills the slots, and the message around the words. Null for a decision that says nothing to them.
 */
export async function findDecisionWords(
  { db, env }: Pick<Services, 'db' | 'env'>,
  _permit: Permit<'verifications.review'>,
  { id, action, language }: { id: string; action: string; language: Language },
) {
  if (!isWritten(action)) return null
  const applicant = await findApplicant(db, id)
  if (!applicant) return null
  const { use, event } = USES[action]
  const partner = await findPartnerToTell(db, applicant.organizationId, applicant.submittedBy)
  const documents = await listDocuments(db, id)
  const reads = partner?.language ?? applicant.language
  const isOffered = (only: readonly DocumentType[]) =>
    only.length === 0 || documents.some(({ type }) => only.includes(type))
  const templates = (await listCurrentTemplates(db, [use])).filter(
    (template) =>
      lackingLanguages(template).length === 0 &&
      (template.types.length === 0 || template.types.includes(applicant.type)) &&
      isOffered(template.documentTypes),
  )
  const inBoth = (document?: { type: DocumentType; uploadedAt: Date }) => {
    const slots = slotsOf(applicant, document)
    return { reader: slotWords(language, slots), applicant: slotWords(reads, slots) }
  }
  const about = { organizationName: applicant.name, type: applicant.type }
  const text = newsText(reads, event, about, { note: PLACE, items: [PLACE] })
  const [before = '', after = ''] = text.split(use === 'item' ? `1. ${PLACE}` : PLACE)
  const link = applicantLink(env.publicOrigin, applicant.organizationId, event)
  const step = partner ? translate(reads, { key: NEWS[event].next, values: { link } }) : contactText(reads, event)
  return {
    reads,
    readsName: LANGUAGE_NAMES[reads],
    isReadersOwn: reads === language,
    templates: templates.map((template) => ({
      id: template.id,
      reader: template[language],
      applicant: template[reads],
      target: template.target,
    })),
    base: inBoth(),
    subjects: documents.map((document) => ({
      id: document.id,
      label: `${translate(language, { key: `organizations:document.type.${document.type}` })} · ${document.fileName}`,
      target: documentTarget(document.type),
      ...inBoth(document),
    })),
    targets: use === 'item' ? targetChoices(language, applicant.type) : [],
    message: {
      before,
      after: step ? `${after}\n${step}` : after,
    },
    rejected: documents.flatMap(({ id: about, type, status, rejectionReason }) =>
      status === 'rejected'
        ? [{ about, target: documentTarget(type), text: askAgain(reads, type, rejectionReason) }]
        : [],
    ),
  }
}

/** A rejected paper as an item, with its reason. */
function askAgain(language: Language, type: DocumentType, reason: string | null): string {
  const name = translate(language, { key: `organizations:document.type.${type}` })
  if (!reason) return name
  if (reason.startsWith(name)) return reason
  return translate(language, { key: 'common:labelled', values: { label: name, value: reason } })
}

export type DecisionWords = NonNullable<Awaited<ReturnType<typeof findDecisionWords>>>
