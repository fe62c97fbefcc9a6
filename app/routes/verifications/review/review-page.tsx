import { useLayoutEffect } from 'react'
import { useLocation, useOutlet, useParams } from 'react-router'
import { VERIFICATION_ACTION_NAMES } from '../../../domain/verifications/verification-actions'
import { useTranslation } from '../../../i18n/use-translation'
import { PageTitle } from '../../../ui/frame/page-title'
import { AllSteps } from './facts/all-steps'
import { ClaimLine } from './claim-line'
import { ComparisonSection, hasNewContent } from './facts/comparison'
import { DecisionForm } from '../decisions/decision-form'
import { DecisionBar, DecisionFacts } from '../decisions/decision-panel'
import { MissingInSheet } from '../decisions/missing-for-approval'
import { DeskHead } from './desk-head'
import { DocumentViewer } from '../documents/document-viewer'
import { DocumentStrip } from '../documents/documents-panel'
import type { Desk } from './read-review.server'
import { actionToAgreeTo, PreparedNote } from '../decisions/prepared-note'
import { KeyFacts, ModeReason, ReviewFacts } from './facts/review-facts'
import { QueueRail } from './queue-rail'
import { RejectDocument } from '../documents/reject-document'
import { Resubmitted } from './facts/resubmitted'
import { ReviewHistory } from './review-history'
import { UndoNote } from '../decisions/undo-note'
import { useDeskKeys } from './use-desk-keys'
import { useShownDocument } from '../documents/use-shown-document'
import { VerdictFetcher, useJudgedDocuments } from '../documents/verdict-buttons'
import { NotesPanel, type ShownNotes } from '../../../ui/notes/notes-panel'

/** The review page: the document, the facts it should prove and the reviewer's text, side by side. */
export function ReviewPage({ desk: given }: { desk: Desk }) {
  const { t } = useTranslation('verifications')
  const documents = useJudgedDocuments(given)
  const desk = { ...given, documents }
  const hasNews = desk.comparison !== null && hasNewContent(desk.comparison)
  const open = useShownDocument(desk)
  const isOnDocument = useParams().documentId !== undefined
  const missing = <MissingInSheet desk={desk} />
  const child = useOutlet(missing)
  const form = useFormTitle(desk)
  // On a phone the bar is visible from the start: it shows the claim to people who may take it, unless they only have to agree.
  const isClaimInBar = !actionToAgreeTo(desk.prepared) && (desk.claim.may.claim || desk.claim.may.takeOver)
  useDeskKeys(desk)
  useTop(desk.id, '.desk-work, .desk-facts, .desk-document, .desk-decision-rest')
  useTop(open.document?.id, '.desk-document')
  return (
    <div className="desk" data-desk>
      <UndoNote undo={desk.undo} />
      <PageTitle>{[form, desk.organization.name, t(`type.${desk.type}`)]}</PageTitle>
      <DeskHead desk={desk} />
      <div className="desk-work">
        <section className="desk-facts" aria-label={t('section.facts')} tabIndex={0}>
          {desk.comparison ? <ComparisonSection comparison={desk.comparison} /> : null}
          {desk.modes ? <ModeReason reason={desk.modes.reason} /> : null}
          {desk.changed ? (
            <Resubmitted changed={desk.changed} isAskedShown={(desk.comparison?.asked.length ?? 0) > 0} />
          ) : null}
          <KeyFacts organization={desk.organization} />
          <details className="desk-fold">
            <summary>
              {hasNews ? t('compare.unchanged', { count: desk.comparison?.unchanged ?? 0 }) : t('section.allFacts')}
            </summary>
            <div className="desk-fold-body">
              <ReviewFacts view={desk} />
              {desk.comparison ? <AllSteps steps={desk.comparison.steps} /> : null}
            </div>
          </details>
        </section>
        <section id="document" className="desk-document" aria-label={t('section.documents')} tabIndex={-1}>
          <DocumentStrip documents={desk.documents} documentsErased={desk.documentsErased} open={open} />
          {open.document ? <DocumentViewer desk={desk} deskDocument={open.document} open={open} /> : null}
        </section>
      </div>
      <aside className="desk-decision" aria-label={t('section.decisionColumn')}>
        <div className="desk-decision-top">
          {isClaimInBar ? null : <ClaimLine claim={desk.claim} />}
          <PreparedNote prepared={desk.prepared} voidedOf={desk.voidedOf} />
          <DecisionBar desk={desk} open={open}>
            {isClaimInBar ? <ClaimLine claim={desk.claim} /> : null}
          </DecisionBar>
        </div>
        <div className="desk-decision-rest">
          {isOnDocument ? child : desk.rejection ? <RejectDocument drawn={desk.rejection} /> : null}
          {child && !isOnDocument ? (
            child
          ) : desk.openForm ? (
            <DecisionForm drawn={desk.openForm} missing={missing} />
          ) : null}
          <DecisionFacts desk={desk} />
          <ReviewHistory timeline={desk.timeline} />
          <ReviewNotes notes={desk.notes} />
        </div>
      </aside>
      <QueueRail desk={desk} />
      {documents?.map(({ id }) => (
        <VerdictFetcher key={id} id={id} />
      ))}
    </div>
  )
}

/** Scroll areas are reused for the next application or document, which must begin at its top. */
const useTop = (id: string | undefined, parts: string) =>
  useLayoutEffect(() => () => document.querySelectorAll(parts).forEach((part) => (part.scrollTop = 0)), [id, parts])

/** The title of the form that is open beside or over the document. */
function useFormTitle({ openForm, rejection }: Desk): string | null {
  const { t } = useTranslation('verifications')
  const { pathname } = useLocation()
  const isOnDocument = useParams().documentId !== undefined
  const action = openForm?.action ?? VERIFICATION_ACTION_NAMES.find((name) => pathname.split('/').at(-1) === name)
  if (isOnDocument || rejection) return t('verdict.reject')
  return action ? t(`dialog.${action}.title`) : null
}

/** What staff note for each other about the applicant; nothing for who may not read it. */
const ReviewNotes = ({ notes }: { notes: ShownNotes | null }) =>
  notes ? <NotesPanel notes={notes} sendKey="Control+Enter" /> : null
