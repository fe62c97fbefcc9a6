import type { Queries } from '../../../db/engine/database'
import { findPartnerToNotify } from '../../../db/messages/messages'
import { findApplicant } from '../../../db/verifications/requested-items'
import { listCurrentTemplates } from '../../../db/verifications/templates'
import { selectApplicationDocuments } from '../../../db/verifications/verifications'
import { formatLanguage } from '../../../i18n/format'
import { LANGUAGE_NAMES } from '../../../i18n/languages'
import { translate } from '../../../i18n/texts.server'
import type { Services } from '../../../services.server'
import type { DocumentType, Language, TemplateUse } from '../../../vocabulary'
import type { Permit } from '../../access'
import { findOrganizationDocumentToJudge, type DocumentIds } from '../../organizations/judge-document.server'
import { rejectionIn } from '../../documents/rejection'
import { newsOf, type NewsEvent } from './decision'
import { applicantLink, contactText, newsText } from './decision-effects.server'
import { documentsBlockingApproval } from '../documents/application-documents'
import { documentTarget } from '../requested-items/items'
import { fileToName, slotsOf } from '../requested-items/requested-items.server'
import { asNamedItem, type Naming } from '../templates/insert-template'
import { slotTexts } from '../templates/template-text.server'
import { targetChoices } from '../requested-items/target-labels.server'
import { lackingLanguages } from '../templates/templates'

const USES = {
  reject: { use: 'rejection', event: 'rejected' },
  'request-info': { use: 'item', event: 'info_requested' },
} as const satisfies Record<string, { use: TemplateUse; event: NewsEvent }>

const isWritten = (action: string): action is keyof typeof USES => action in USES

/** Stands in the message where the words will stand. */
const MARKER = '\u0001'

type Asking = Pick<Services, 'db' | 'env'>
type Document = Awaited<ReturnType<typeof selectApplicationDocuments>>[number]

/**
 * What the form of a decision offers for words to the applicant: their language, the templates in theirs and the reader's,
 * what fills the slots, and the message around the words. Null for a decision that says nothing to them.
 */
export async function findDecisionTemplates(
  services: Asking,
  _permit: Permit<'verifications.review'>,
  { id, action, language }: { id: string; action: string; language: Language },
) {
  if (!isWritten(action)) return null
  const found = await findReadable(services, id, language)
  if (!found) return null
  const { documents, inBoth, applicant } = found
  const { use, event } = USES[action]
  const { before, after } = messageAround(found, event)
  return {
    ...languagesOf(found),
    templates: await offered(services.db, use, found, documents),
    base: inBoth(),
    subjects: documents.map((document) => ({
      id: document.id,
      label: `${translate(language, { key: `organizations:document.type.${document.type}` })} · ${document.fileName}`,
      target: documentTarget(document.type),
      ...inBoth(document),
    })),
    targets: use === 'item' ? targetChoices(language, applicant) : [],
    message: { before, after },
    rejected: documentsBlockingApproval(documents).map((document) => {
      const { id: about, type, rejectionTemplateId } = document
      return {
        about,
        target: documentTarget(type),
        text: rejectedAsItem(found, document),
        template: rejectionTemplateId ?? '',
      }
    }),
  }
}

export type DecisionTemplates = NonNullable<Awaited<ReturnType<typeof findDecisionTemplates>>>

/**
 * The templates for the reason why one document is rejected. It becomes an item of the next request for more information, so that is
 * the message in which the applicant reads it. Null when the application has no such document.
 */
export async function findApplicationDocumentTemplates(
  services: Asking,
  _permit: Permit<'organizations.edit'>,
  { id, documentId, language }: { id: string; documentId: string; language: Language },
): Promise<(DecisionTemplates & { naming: Naming }) | null> {
  const found = await findReadable(services, id, language)
  const document = found?.documents.find(({ id: one }) => one === documentId)
  if (!found || !document) return null
  const { before, after } = messageAround(found, 'info_requested')
  return {
    ...languagesOf(found),
    templates: await offered(services.db, 'document_rejection', found, [document]),
    base: found.inBoth(document),
    subjects: [],
    targets: [],
    message: { before: `${before}1. `, after },
    rejected: [],
    naming: namingOf(found, document),
  }
}

export type DocumentTemplates = NonNullable<Awaited<ReturnType<typeof findApplicationDocumentTemplates>>>

/** The templates for the reason why a document of an organization is rejected; null for one that no application has, so that nobody is written to. */
export async function findOrganizationDocumentTemplates(
  services: Asking,
  permit: Permit<'organizations.edit'>,
  { language, ...ids }: DocumentIds & { language: Language },
): Promise<DocumentTemplates | null> {
  const document = await findOrganizationDocumentToJudge(services, permit, ids)
  if (!document?.verificationId) return null
  return findApplicationDocumentTemplates(services, permit, {
    id: document.verificationId,
    documentId: ids.documentId,
    language,
  })
}

/** Who reads the words, and what fills the slots for them and for the one who writes. */
async function findReadable({ db, env }: Asking, id: string, language: Language) {
  const applicant = await findApplicant(db, id)
  if (!applicant) return null
  const partner = await findPartnerToNotify(db, applicant.organizationId, applicant.submittedBy)
  const documents = await selectApplicationDocuments(db, id)
  const reads = partner?.language ?? applicant.language
  const inBoth = (document?: Document) => {
    const slots = slotsOf(applicant, document, document && fileToName(document, documents))
    return { reader: slotTexts(language, slots), applicant: slotTexts(reads, slots) }
  }
  return { applicant, partner, documents, language, reads, inBoth, publicOrigin: env.publicOrigin }
}

type Readable = NonNullable<Awaited<ReturnType<typeof findReadable>>>

const languagesOf = ({ reads, language }: Readable) => ({
  reads,
  readsName: LANGUAGE_NAMES[reads],
  readsInWords: formatLanguage(reads, language),
  isReadersOwn: reads === language,
})

/** The templates for this application and one of these documents, whole in every language. */
async function offered(db: Queries, use: TemplateUse, { applicant, language, reads }: Readable, about: Document[]) {
  const isAbout = (only: readonly DocumentType[]) => only.length === 0 || about.some(({ type }) => only.includes(type))
  const templates = (await listCurrentTemplates(db, [use])).filter(
    (template) =>
      lackingLanguages(template).length === 0 &&
      (template.types.length === 0 || template.types.includes(applicant.type)) &&
      isAbout(template.documentTypes),
  )
  return templates.map((template) => ({
    id: template.id,
    reader: template[language],
    applicant: template[reads],
    target: template.target,
  }))
}

/** The message up to the words, and from there on. */
function messageAround({ applicant, partner, reads, publicOrigin }: Readable, event: NewsEvent) {
  const about = { organizationName: applicant.name, type: applicant.type }
  const text = newsText(reads, event, about, { note: MARKER, items: [MARKER] })
  const [before = '', after = ''] = text.split(event === 'info_requested' ? `1. ${MARKER}` : MARKER)
  const link = applicantLink(publicOrigin, applicant, event)
  const { type } = applicant
  const step = partner
    ? translate(reads, { key: newsOf(event, type).next, values: { link } })
    : contactText(reads, event, type)
  return { before, after: step ? `${after}\n${step}` : after }
}

function namingOf({ reads, inBoth }: Readable, document: Document): Naming {
  const kind = translate(reads, { key: `organizations:document.type.${document.type}` })
  const { document: name = kind } = inBoth(document).applicant
  const [before = ''] = translate(reads, { key: 'common:labelled', values: { label: name, value: MARKER } }).split(
    MARKER,
  )
  return { kind, name, before }
}

/** A rejected document as an item, with its reason. */
function rejectedAsItem(found: Readable, document: Document): string {
  const naming = namingOf(found, document)
  return asNamedItem(naming, rejectionIn(found.reads, document) ?? '') || naming.name
}
