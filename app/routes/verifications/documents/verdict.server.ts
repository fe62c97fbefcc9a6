import type { RouterContextProvider } from 'react-router'
import { verdictPath } from '../../../domain/verifications/queue/verification-list'
import { languageContext, servicesContext } from '../../../context'
import { can, hasConflictOfInterest, type Permit } from '../../../domain/access'
import type { VerdictConflict } from '../../../domain/organizations/judge-document.server'
import { findApplicationDocumentTemplates } from '../../../domain/verifications/decisions/decision-templates.server'
import { verdictInputs } from '../../../domain/verifications/input'
import {
  findApplicationDocumentToJudge,
  judgeApplicationDocument,
} from '../../../domain/verifications/documents/judge-document.server'
import { failure } from '../../../http/answers/failures.server'
import { toastHere } from '../../../http/answers/toast.server'
import { formAction, restoreFormDraft } from '../../../http/forms/form-action.server'
import { actorOf, permit } from '../../../http/sign-in/permit.server'
import { isModeChangeAddress, pageOf, searchWith, reviewAddressAt } from '../addresses'
import { isolateName } from '../../../i18n/isolate-name'
import {
  INSERT,
  insertFault,
  insertPosted,
  type PickFault,
} from '../../../domain/verifications/templates/insert-template'

type RouteArgs = { context: Readonly<RouterContextProvider>; params: { id: string; documentId: string }; url: URL }
type Judging = Permit<'organizations.edit'>

export type Verdict = keyof typeof verdictInputs

type Extra = { conflict: VerdictConflict; isJudged: true; pickFault: PickFault }

const idsOf = ({ params, url }: RouteArgs) => ({
  verificationId: params.id,
  documentId: params.documentId,
  mustBeModeChange: isModeChangeAddress(url),
})

/** Returns the form that rejects a document; 404 when there is no such document, 403 for one of the person's own application. */
export async function readRejection(asked: RouteArgs, judging: Judging) {
  const shown = await findRejection(asked, judging)
  if (!shown) throw failure(asked.context, 404)
  return shown
}

/** Returns the rejection form that the page itself draws with `?verdict=reject`; null when none is open. */
export async function readRejectionInPage(
  asked: Omit<RouteArgs, 'params'> & { params: { id: string } },
  documentId: string | null,
) {
  const { context, params, url } = asked
  if (url.searchParams.get('verdict') !== 'reject' || documentId === null) return null
  if (pageOf(url.pathname) !== url.pathname.replace(/\/$/, '') || !can(actorOf(context), 'organizations.edit'))
    return null
  return findRejection({ ...asked, params: { ...params, documentId } }, permit(context, 'organizations.edit'))
}

async function findRejection(asked: RouteArgs, judging: Judging) {
  const { context, params, url } = asked
  const document = await findApplicationDocumentToJudge(context.get(servicesContext), judging, idsOf(asked))
  if (!document) return null
  if (hasConflictOfInterest(judging.actor, document)) throw failure(context, 403)
  const { status } = document
  const offer = await findOffer(asked, judging)
  if (!offer) return null
  const page = pageOf(url.pathname).replace(/\/$/, '')
  const address = verdictPath(reviewAddressAt(asked), params.documentId, 'reject')
  const stale = { conflict: { because: 'stale' as const, status }, seen: { seen: status } }
  return {
    documentId: params.documentId,
    fileName: document.fileName,
    status,
    offer,
    address,
    restored: await restoreFormDraft<Extra>({ context, url: new URL(address, url.origin) }, (kept) =>
      kept.get('seen') === status ? {} : stale,
    ),
    closeTo: page + searchWith(url.search, { document: params.documentId, verdict: null }),
  }
}

const findOffer = ({ context, params }: RouteArgs, judging: Judging) =>
  findApplicationDocumentTemplates(context.get(servicesContext), judging, {
    ...params,
    language: context.get(languageContext),
  })

export type RejectionView = NonNullable<Awaited<ReturnType<typeof findRejection>>>

/** Records a verdict on a document, and redirects to the next one without a verdict. */
export function postVerdict(asked: RouteArgs & { request: Request }, judging: Judging, verdict: Verdict) {
  const { context, params, url } = asked
  return formAction<(typeof verdictInputs)[Verdict], { fileName: string; nextId: string }, VerdictConflict, Extra>(
    asked,
    {
      readFields: async (posted) => {
        if (verdict !== 'reject' || posted.get('intent') !== INSERT) return posted
        const { offer } = await readRejection(asked, judging)
        return insertPosted(offer, posted)
      },
      schema: verdictInputs[verdict],
      lookUps: { [INSERT]: insertFault },
      checkAccess: () => readRejection(asked, judging),
      command: ({ seen, stay: _stay, ...judgement }, { requestId }) =>
        judgeApplicationDocument(
          context.get(servicesContext),
          judging,
          { ...idsOf(asked), seen, requestId },
          judgement,
        ),
      conflict: (now) => ({ seen: { seen: now.status }, extra: { conflict: now } }),
      failedToast: 'verifications:toast.notJudged',
      done(outcome, { stay }) {
        const isDone = outcome.kind === 'done'
        const toast = `verifications:toast.${verdict === 'verify' ? 'documentVerified' : 'documentRejected'}` as const
        const values = { fileName: isDone ? isolateName(outcome.value.fileName) : '' }
        if (stay)
          return { extra: { isJudged: true, ...(isDone && toastHere(context, 'success', { key: toast, values })) } }
        const document = isDone ? outcome.value.nextId : params.documentId
        return { to: pageOf(url.pathname) + searchWith(url.search, { document, verdict: null }), toast, values }
      },
    },
  )
}
