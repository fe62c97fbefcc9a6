import type { PickFault } from '../../../domain/verifications/templates/insert-template'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { FormReply } from '../../../http/forms/form-action.server'
import { isolateName } from '../../../i18n/isolate-name'
import { useTranslation } from '../../../i18n/use-translation'
import { Button, ButtonLink, buttonClass, SubmitButton } from '../../../ui/button'
import { RefusalNotice } from '../../../ui/forms/refusal-notice'
import { EventPerson } from '../../../ui/event-person'
import { ProofGate, useProofRequest } from '../../../ui/forms/codes/confirm-identity'
import { ConsoleForm } from '../../../ui/forms/console-form'
import { useForm, type FormState } from '../../../ui/forms/form'
import { Kbd } from '../../../ui/kbd'
import { WrittenFormPlaceholder } from '../../../ui/forms/kept/kept-form'
import { TextArea } from '../../../ui/forms/text-field'
import { Time } from '../../../ui/time'
import { searchWith } from '../addresses'
import type { ConflictView, DecisionView } from './decision.server'
import { DecisionFrame } from './decision-frame'
import { ItemRows } from './item-rows'
import { ReasonField } from './reason-field'
import { Unopened } from './unopened'
import { isTwoPersonAction } from '../../../domain/verifications/second-person/second-person'
import { isDecision } from '../../../domain/verifications/verification-actions'
import { Sentence, UserText } from '../../../ui/user-text'
import { Link } from '../../../ui/link'

type ItemFields = { text: string; target: string; template: string; about: string }
type DecisionFields = {
  notes: string
  reason: string
  template: string
  about: string
  answer: string
  items: ItemFields[]
  /** The template to insert, and the document or item that it is about. */
  pick: string
  pickAbout: string
}
type Reply = FormReply<{ conflict: ConflictView; pickFault: PickFault }>
export type DecisionFormState = FormState<DecisionFields, DecisionView, Reply>

/** Conflicts after which the same form may be sent again. */
const MENDABLE: readonly ConflictView['because'][] = ['stale', 'unopened']

type DecisionFormProps = {
  drawn: DecisionView
  answer?: unknown
  /** What prevents an approval, for its sheet. */
  missing?: ReactNode
}

/**
 * A decision's form, in the decision column; when it is no longer possible, what happened instead and the typed text. It is posted
 * to its own address, from whichever page it is drawn in.
 */
export function DecisionForm({ drawn: loaded, answer, missing }: DecisionFormProps) {
  const { t } = useTranslation(['verifications', 'organizations', 'ui'])
  const { search } = useLocation()
  const form: DecisionFormState = useForm<DecisionFields, DecisionView, Reply>({
    drawn: loaded,
    answer: answer as Reply | undefined,
    address: loaded.address,
    restored: loaded.restored,
    values: ({ offer }) => ({
      items: offer && offer.rejected.length > 0 ? offer.rejected : [{ text: '' }],
      pickAbout: offer?.rejected[0]?.about,
    }),
    labels: {
      notes: t('dialog.approve.notes'),
      reason: t('dialog.reject.reason'),
      answer: t('dialog.resubmit.answer'),
      items: t('dialog.request-info.items'),
      pick: t('words.template'),
      pickAbout: t('words.about'),
    },
  })
  const asked = useProofRequest()
  const {
    action: name,
    address,
    organizationName: organization,
    mode,
    version,
    closeTo,
    obstacle,
    heldBy,
    isPreparing,
  } = form.drawn
  const conflict = form.reply?.conflict ?? obstacle
  const isPossible = !obstacle && (!form.reply?.conflict || MENDABLE.includes(form.reply.conflict.because))
  const isOfQueue = isDecision(name)
  const claimed = (action: string) => (
    <span>
      <Sentence>{heldBy ? t('claim.takesOver', { action, name: isolateName(heldBy.name) }) : action}</Sentence>
    </span>
  )
  const prepares = isPreparing && isTwoPersonAction(name) ? (`second.prepare.${name}` as const) : null
  const submit = claimed(t(prepares ? `${prepares}.submit` : `dialog.${name}.submit`))
  return (
    <DecisionFrame
      title={t(`dialog.${name}.title`)}
      text={
        !isPossible
          ? undefined
          : isPreparing
            ? t('second.text', { organization: isolateName(organization) })
            : name === 'approve' && mode
              ? t('dialog.approve.textMode', {
                  organization: isolateName(organization),
                  mode: t(`organizations:mode.${mode}`),
                })
              : t(`dialog.${name}.text`, { organization: isolateName(organization) })
      }
      address={address}
      closeTo={closeTo}
    >
      <ProofGate asked={asked} closeTo={closeTo} className="grid gap-4">
        {name === 'approve' ? missing : null}
        {conflict ? <ConflictNotice form={form} conflict={conflict} /> : null}
        {isPossible ? (
          <ConsoleForm state={form} seen={{ version }} action={address + searchWith(search, {})}>
            {heldBy ? (
              <div>
                <p>
                  <Sentence>{t('claim.theirs', { name: isolateName(heldBy.name) })}</Sentence>
                  {heldBy.since ? (
                    <>
                      {' · '}
                      <Time {...heldBy.since} />
                    </>
                  ) : null}
                </p>
                <p>
                  <Sentence>{t('claim.takesOverText', { name: isolateName(heldBy.name) })}</Sentence>
                </p>
              </div>
            ) : null}
            <DecisionField form={form} />
            <div className="desk-form-foot">
              {isOfQueue ? (
                <>
                  <SubmitButton
                    variant={name === 'reject' ? 'danger' : 'primary'}
                    name="openNext"
                    value="on"
                    aria-keyshortcuts="Control+Enter"
                  >
                    {claimed(t(prepares ? 'second.prepare.submitNext' : `dialog.${name}.submitNext`))}
                    <Kbd>Ctrl ↵</Kbd>
                  </SubmitButton>
                  <Button type="submit">{submit}</Button>
                </>
              ) : (
                <SubmitButton aria-keyshortcuts="Control+Enter">
                  {submit}
                  <Kbd>Ctrl ↵</Kbd>
                </SubmitButton>
              )}
              <Link to={closeTo} preventScrollReset replace className={buttonClass({ variant: 'quiet' })}>
                {t('ui:cancel')}
              </Link>
            </div>
          </ConsoleForm>
        ) : (
          <>
            <WrittenFormPlaceholder />
            <KeptText form={form} />
            <div className="desk-form-foot">
              <ButtonLink to={closeTo} preventScrollReset replace variant="primary">
                {t('conflict.back')}
              </ButtonLink>
            </div>
          </>
        )}
      </ProofGate>
    </DecisionFrame>
  )
}

function DecisionField({ form }: { form: DecisionFormState }) {
  const { action, offer } = form.drawn
  switch (action) {
    case 'start':
      return null
    case 'approve':
      return (
        <>
          {form.reply?.conflict?.because === 'unopened' ? null : <Unopened {...form.drawn} />}
          <TextArea {...form.field('notes')} rows={2} optional />
        </>
      )
    case 'reject':
      return offer ? <ReasonField form={form} offer={offer} /> : null
    case 'resubmit':
      return <TextArea {...form.field('answer')} />
    case 'request-info':
      return offer ? <ItemRows form={form} offer={offer} /> : null
  }
}

/** Why the decision is not possible, and what the other reviewer did. */
function ConflictNotice({ form, conflict }: { form: DecisionFormState; conflict: ConflictView }) {
  const { t } = useTranslation(['verifications', 'common'])
  const { because, latest } = conflict
  const isOfDocuments = because === 'document' || because === 'unopened'
  return (
    <RefusalNotice state={form} title={t(`conflict.${because}`)}>
      {isOfDocuments ? (
        <p>
          <Sentence>
            {t(`conflict.${because}Text`, {
              fileNames: conflict.files.map(isolateName).reduce((before, next) => t('common:listed', { before, next })),
            })}
          </Sentence>
        </p>
      ) : (
        <p>
          {because === 'stale'
            ? t('conflict.staleText')
            : t('conflict.stateText', { status: t(`status.${conflict.status}`) })}
        </p>
      )}
      {latest && !isOfDocuments ? (
        <>
          <p>
            <EventPerson name={latest.actorName} event={latest.event} /> · {t(`event.${latest.event}`)} ·{' '}
            <Time {...latest.at} />
          </p>
          {latest.note ? (
            <UserText as="p" className="whitespace-pre-line">
              {latest.note}
            </UserText>
          ) : null}
          {latest.items.length > 0 ? (
            <ol className="list-decimal ps-5">
              {latest.items.map((item, index) => (
                <li key={index}>
                  <UserText>{item}</UserText>
                </li>
              ))}
            </ol>
          ) : null}
        </>
      ) : null}
    </RefusalNotice>
  )
}

/** The text typed into a form that can no longer be sent, to be copied. */
function KeptText({ form: { reply } }: { form: DecisionFormState }) {
  const { t } = useTranslation('verifications')
  const { notes, reason, answer, items } = reply?.result.initialValue ?? {}
  const text = [notes, reason, answer, ...(Array.isArray(items) ? items.map(itemText) : [])]
    .filter((one) => typeof one === 'string')
    .join('\n')
  return text ? <TextArea name="kept" label={t('conflict.kept')} value={text} readOnly /> : null
}

const itemText = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'text' in item ? item.text : item
