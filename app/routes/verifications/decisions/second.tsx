import { redirect, useLocation } from 'react-router'
import type { Route } from './+types/second'
import { drawingContext, languageContext, servicesContext } from '../../../context'
import { INDEPENDENT_AFTER_DAYS } from '../../../domain/independent-people'
import { conflict, done, type Outcome } from '../../../domain/outcome'
import type { DecisionConflict, DecisionResult } from '../../../domain/verifications/decisions/decision'
import { versionInput, returnInput } from '../../../domain/verifications/input'
import {
  agreeToPrepared,
  findPreparedVote,
  returnPrepared,
  type LeftApplication,
} from '../../../domain/verifications/second-person/second-person.server'
import { actionByIntent, formAction, restoreFormDraft } from '../../../http/forms/form-action.server'
import { permit } from '../../../http/sign-in/permit.server'
import { freshPermit } from '../../../http/sign-in/proof.server'
import { formatList } from '../../../i18n/format'
import type { Text, TextKey } from '../../../i18n/keys'
import { isolateName } from '../../../i18n/isolate-name'
import { translate } from '../../../i18n/texts.server'
import { useTranslation } from '../../../i18n/use-translation'
import { buttonClass, SubmitButton } from '../../../ui/button'
import { ProofGate, useProofRequest } from '../../../ui/forms/codes/confirm-identity'
import { ConsoleForm } from '../../../ui/forms/console-form'
import { WRITTEN_FORM_ID } from '../../../ui/forms/kept/kept-form'
import { useForm } from '../../../ui/forms/form'
import { TextArea } from '../../../ui/forms/text-field'
import { Kbd } from '../../../ui/kbd'
import { addressUnder, targetOf } from '../addresses'
import { DecisionFrame } from './decision-frame'
import { nextToDecide } from './decision.server'
import { LATE, redirectTooLate } from './too-late.server'
import { Link } from '../../../ui/link'
import type { Language } from '../../../vocabulary'

export const handle = { writes: WRITTEN_FORM_ID }

export { shouldRevalidate } from '../after-conflict'

/** The form that gives a prepared decision back; redirects to the page when nothing is prepared, unless text that came too late is kept here. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const reviewing = permit(context, 'verifications.review')
  const { version, action } = await findPreparedVote(context.get(servicesContext), reviewing, params.id)
  const late = translate(context.get(languageContext), { key: LATE })
  const restored = await restoreFormDraft({ context, url }, (kept) => ({
    ...(kept.get('version') !== String(version) && { alert: late }),
    ...(version !== null && { seen: { version: String(version) } }),
  }))
  // Without script, this request may be the answer to a form, with what was typed.
  const isAnswer = context.get(drawingContext) !== ''
  if (version === null && !restored && !isAnswer) throw redirect(addressUnder(url))
  return { version, action, restored, closeTo: addressUnder(url) }
}

type Ended = (LeftApplication & Partial<Pick<DecisionResult, 'status' | 'isModeUnchanged'>>) | 'late'

/** Why this person cannot agree to a decision that still waits; null when it no longer waits. */
function agreementObstacle(now: DecisionConflict | null, language: Language): Text | null {
  if (now?.dependence) {
    const { how, name } = now.dependence
    return { key: `common:notIndependent.${how}`, values: { name: isolateName(name), days: INDEPENDENT_AFTER_DAYS } }
  }
  if (now?.because !== 'unopened') return null
  const fileNames = now.documents.map(({ fileName }) => isolateName(fileName))
  return { key: 'verifications:conflict.unopenedText', values: { fileNames: formatList(fileNames, language) } }
}

/** Agrees to a prepared decision, which needs fresh proof, or gives it back with a note, and redirects; says when it is too late. */
export function action(args: Route.ActionArgs) {
  const reviewing = permit(args.context, 'verifications.review')
  const { context, params, url } = args
  const services = context.get(servicesContext)
  const ended = (outcome: Outcome<Exclude<Ended, 'late'>, unknown>): Outcome<Ended, never> =>
    outcome.kind === 'conflict' ? done('late') : outcome
  const lead = async (outcome: { kind: 'done'; value: Ended } | { kind: 'unchanged' }, toast: TextKey) => {
    // Sent twice, it leads where it led the first time.
    if (outcome.kind === 'unchanged') return { ...(await nextToDecide(args, reviewing)), toast }
    return outcome.value === 'late'
      ? redirectTooLate(context, addressUnder(url))
      : {
          ...(await nextToDecide(args, reviewing, outcome.value)),
          toast,
          about: outcome.value.organizationName,
          thread: params.id,
        }
  }
  return actionByIntent(args, {
    agree: () =>
      formAction(args, {
        schema: versionInput,
        allow: (_input, posted) => freshPermit(args, reviewing, posted),
        command: async ({ version }, { requestId }, allowed): Promise<Outcome<Ended, Text>> => {
          const outcome = await agreeToPrepared(services, allowed, targetOf(args, version, requestId))
          const stops = outcome.kind === 'conflict' && agreementObstacle(outcome.now, context.get(languageContext))
          return stops ? conflict(stops) : ended(outcome)
        },
        conflict: (alert) => ({ alert }),
        done: (outcome) => {
          const left = outcome.kind === 'done' && outcome.value !== 'late' ? outcome.value : null
          if (left?.isModeUnchanged) return lead(outcome, 'verifications:toast.approveModeKept')
          const decided = left?.status === 'rejected' ? 'rejected' : 'approved'
          return lead(outcome, `verifications:second.done.${decided}`)
        },
        failedToast: 'common:form.failed',
      }),
    return: () =>
      formAction(args, {
        schema: returnInput,
        command: ({ version, note }, { requestId }) =>
          returnPrepared(services, reviewing, { ...targetOf(args, version, requestId), note }),
        async conflict() {
          const { version } = await findPreparedVote(services, reviewing, params.id)
          return { alert: LATE, ...(version !== null && { seen: { version } }) }
        },
        done: (outcome) => lead(outcome, 'verifications:second.returned'),
        failedToast: 'common:form.failed',
      }),
  })
}

export default function Second({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(['verifications', 'ui'])
  const { pathname } = useLocation()
  const asked = useProofRequest()
  const form = useForm({
    drawn: loaderData,
    answer: actionData,
    restored: loaderData.restored,
    labels: { note: t('second.note') },
  })
  const { version, action, closeTo } = form.drawn
  return (
    <DecisionFrame
      title={asked && action ? t(`second.agree.${action}`) : t('second.return')}
      address={pathname}
      closeTo={closeTo}
    >
      <ProofGate asked={asked} closeTo={closeTo} className="grid gap-4">
        <ConsoleForm state={form} seen={{ version }}>
          <TextArea {...form.field('note')} />
          <div className="desk-form-foot">
            <SubmitButton name="intent" value="return" aria-keyshortcuts="Control+Enter">
              {t('second.return')}
              <Kbd>Ctrl ↵</Kbd>
            </SubmitButton>
            <Link to={closeTo} preventScrollReset replace className={buttonClass({ variant: 'quiet' })}>
              {t('ui:cancel')}
            </Link>
          </div>
        </ConsoleForm>
      </ProofGate>
    </DecisionFrame>
  )
}
