import { useEffect, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useActionData, useLocation, href } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation'
import { PROOF_FIELDS, type ProofRequest } from '../../../form-protocol'
import { Button, buttonClass, SubmitButton } from '../../button'
import { Callout } from '../../callout'
import { CodeField } from './code-field'
import { WRITTEN_FORM_ID } from '../kept/kept-form'
import { UnsentNote } from '../kept/unsent-note'
import { askPasskeyToProve } from './use-passkey'
import { PostForm } from '../post-form'
import { Scripted, useScripted } from '../../scripted'
import { Link } from '../../link'

/**
 * The proof that this page's action asks for before it acts; null when none. Navigating elsewhere ends it; with `leadsToItself`, so
 * does navigating to the same page again.
 */
export function useProofRequest({ leadsToItself = false } = {}): ProofRequest | null {
  const answer = useActionData<unknown>()
  const { pathname, key } = useLocation()
  const page = leadsToItself ? key : pathname
  const [held, setHeld] = useState({ page, answer })
  // A refetch drops the answer, and with it the typed text: the last answer stays until the next one.
  const shown = held.page !== page || (answer && answer !== held.answer) ? { page, answer } : held
  if (shown !== held) setHeld(shown)
  if (!shown.answer || typeof shown.answer !== 'object' || !('proof' in shown.answer)) return null
  return shown.answer.proof as ProofRequest
}

type ProofGateProps = { asked: ProofRequest | null; closeTo: string; className?: string; children: ReactNode }

/**
 * Shows the question in place of the form that was sent. The form stays underneath with what was typed, since it may be refused
 * after the question is answered. Without script, the question's hidden fields are enough.
 */
export function ProofGate({ asked, closeTo, className = 'contents', children }: ProofGateProps) {
  const isScripted = useScripted()
  return (
    <>
      {asked ? <ConfirmIdentity ask={asked} closeTo={closeTo} isOver /> : null}
      {asked && !isScripted ? null : <div className={asked ? 'hidden' : className}>{children}</div>}
    </>
  )
}

/** Seconds left of those the server gave; without script they do not run down. */
function useSecondsLeft(ask: ProofRequest): number {
  const [left, setLeft] = useState({ ask, seconds: ask.resendInS })
  useEffect(() => {
    const endsAt = Date.now() + ask.resendInS * 1000
    const timer = setInterval(() => {
      const seconds = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
      setLeft((was) => (was.ask === ask && was.seconds === seconds ? was : { ask, seconds }))
      if (seconds === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [ask])
  return left.ask === ask ? left.seconds : ask.resendInS
}

type ConfirmIdentityProps = {
  ask: ProofRequest
  /** The page to go to without confirming. */
  closeTo: string
  /** For a page whose action ends in a download. */
  reloadDocument?: boolean
  /** The question hides the pressed button, and takes the focus from it. */
  isOver?: boolean
}

const QUESTION_ID = 'proof-question'
const takeFocus = (question: HTMLElement | null) => question?.focus()

/** Asks the person for a code or a passkey, in place of the form they sent; then that form is carried out. */
export function ConfirmIdentity({ ask, closeTo, reloadDocument, isOver }: ConfirmIdentityProps) {
  const { t } = useTranslation('ui')
  const { pathname } = useLocation()
  const [first, second] = ask.channels
  const sendBy = (channel: (typeof ask.channels)[number]) =>
    t(channel === 'sms' ? 'proof.sendBySms' : 'proof.sendByWhatsapp')
  const form = useRef<HTMLFormElement>(null)
  const [hasFailed, setFailed] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const prove = async (button: HTMLButtonElement) => {
    const answer = form.current?.elements.namedItem(PROOF_FIELDS.passkey)
    if (!(answer instanceof HTMLInputElement) || isAsking) return
    setAsking(true)
    setFailed(false)
    try {
      answer.value = JSON.stringify(await askPasskeyToProve())
    } catch {
      return setFailed(true)
    } finally {
      // At once: a form with a busy button counts as already sent, and would not be sent.
      flushSync(() => setAsking(false))
    }
    button.type = 'submit'
    form.current?.requestSubmit(button)
    button.type = 'button'
  }
  const notice = hasFailed ? t('proof.passkeyFailed') : ask.notice
  const isCodeOpen = ask.takesCode && ask.isSent
  const resendInS = useSecondsLeft(ask)
  // Without script nothing would enable them again; the server then says how long to wait.
  const isWaiting = useScripted() && resendInS > 0
  return (
    <PostForm
      ref={form}
      id={WRITTEN_FORM_ID}
      noValidate
      preventScrollReset
      reloadDocument={reloadDocument}
      onSubmit={() => setFailed(false)}
      className="grid gap-4"
    >
      {ask.fields.map(([name, value], index) => (
        <input key={`${name} ${index}`} type="hidden" name={name} value={value} />
      ))}
      <UnsentNote pathname={pathname} answer={ask} />
      <div
        ref={isOver && !isCodeOpen ? takeFocus : null}
        id={QUESTION_ID}
        role="group"
        aria-labelledby={QUESTION_ID}
        tabIndex={-1}
      >
        <Callout icon="shield-check" title={t('proof.title')}>
          {t('proof.text')} {ask.fields.length > 0 ? t('proof.kept') : null}{' '}
          {ask.takesCode ? null : t('proof.passkeyOnly')}
        </Callout>
      </div>
      {ask.takesCode ? null : (
        <noscript>
          <p>{t('proof.needsScript')}</p>
        </noscript>
      )}
      {notice ? (
        <Callout kind="danger" role={ask.isNoticeInToast && !hasFailed ? undefined : 'alert'}>
          {notice}
        </Callout>
      ) : null}
      {isCodeOpen ? (
        <CodeField
          name={PROOF_FIELDS.code}
          label={t('proof.code')}
          help={ask.help ?? t('proof.sentTo', { phone: ask.phone })}
          error={ask.error ?? undefined}
        />
      ) : null}
      {ask.isDemo && isCodeOpen ? (
        <p className="field-help">
          <Link to={href('/demo/outbox')} target="_blank" className="link">
            {t('proof.demo')}
          </Link>
        </p>
      ) : null}
      {ask.takesCode && resendInS > 0 ? (
        <p className="field-help tabular-nums">{t('proof.resendIn', { seconds: resendInS })}</p>
      ) : null}
      {ask.hasPasskey ? <input type="hidden" name={PROOF_FIELDS.passkey} /> : null}
      <div className="dialog-foot">
        {isCodeOpen ? (
          <SubmitButton name={PROOF_FIELDS.action} value="code" data-sends-code>
            {t('proof.confirm')}
          </SubmitButton>
        ) : null}
        {ask.hasPasskey ? (
          <Scripted>
            <Button
              name={PROOF_FIELDS.action}
              value="passkey"
              variant={isCodeOpen ? 'secondary' : 'primary'}
              icon="shield-check"
              busy={isAsking}
              onClick={(event) => void prove(event.currentTarget)}
            >
              {t('proof.passkey')}
            </Button>
          </Scripted>
        ) : null}
        {ask.takesCode && !ask.isSent && first ? (
          <SubmitButton
            variant={ask.hasPasskey ? 'secondary' : 'primary'}
            name={PROOF_FIELDS.action}
            value={`send-${first}`}
          >
            {second ? sendBy(first) : t('proof.send')}
          </SubmitButton>
        ) : null}
        {isCodeOpen && first ? (
          // A first click while it was disabled pressed nothing, so a second one counts.
          <Button
            type="submit"
            name={PROOF_FIELDS.action}
            value={`send-${first}`}
            disabled={isWaiting}
            takesSecondClick
          >
            {t('proof.resend')}
          </Button>
        ) : null}
        {ask.takesCode && second ? (
          <Button
            type="submit"
            name={PROOF_FIELDS.action}
            value={`send-${second}`}
            disabled={isWaiting}
            takesSecondClick
          >
            {sendBy(second)}
          </Button>
        ) : null}
        <Link to={closeTo} preventScrollReset replace className={buttonClass({ variant: 'secondary' })}>
          {t('cancel')}
        </Link>
      </div>
    </PostForm>
  )
}
