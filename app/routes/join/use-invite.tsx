import { data, href } from 'react-router'
import type { Route } from './+types/use-invite'
import { requestInfoContext, servicesContext, type ShownToast } from '../../context'
import { INVITE_CODE_PLACEHOLDER } from '../../domain/invite-codes/invite-code'
import { inviteCodeInput } from '../../domain/join/input.server'
import { beginJoin } from '../../domain/join/join'
import { findVerifiedInvite, verifyInvite, type VerifyInviteAnswer } from '../../domain/join/verify-invite.server'
import { conflict, done, resultOf } from '../../domain/outcome'
import { answerHeaders } from '../../http/answers/answer-headers'
import { keepsNoCookies } from '../../http/cookies/cookies.server'
import { formAction, tooSoon } from '../../http/forms/form-action.server'
import { clearJoin, readJoin, writeJoin } from '../../http/sign-in/join-cookie.server'
import { readSession } from '../../http/sign-in/session.server'
import { toastHere } from '../../http/answers/toast.server'
import { isolateName } from '../../i18n/isolate-name'
import { useTranslation } from '../../i18n/use-translation'
import { AccessFrame } from '../../ui/frame/plain/access-frame'
import { ButtonLink, SubmitButton } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { ConsoleForm } from '../../ui/forms/console-form'
import { WRITTEN_FORM_ID } from '../../ui/forms/kept/kept-form'
import { useForm } from '../../ui/forms/form'
import { TextField } from '../../ui/forms/text-field'
import { InviteSummary } from './invite-summary'
import { JoinSteps } from './join-steps'
import { Link } from '../../ui/link'
import { Sentence } from '../../ui/user-text'

const LONGEST_PREFILL = 64

export const handle = {
  scripts: false,
  texts: ['access', 'join'],
  writes: ({ invite }: { invite: unknown }) => (invite ? null : WRITTEN_FORM_ID),
}
export const headers = answerHeaders

/** `?code=` only fills the field. A verified join shows where its code leads, unless another code is asked for. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const session = await readSession(request, services, context.get(requestInfoContext).requestId)
  const cookies = new Headers()
  for (const cookie of session.setCookie) cookies.append('Set-Cookie', cookie)
  const asked = url.searchParams.get('code')
  const isOther = asked !== null || url.searchParams.has('other')
  const join = isOther ? null : readJoin(request, services)
  const { invite, refusal } = join ? await findVerifiedInvite(services, join.invite) : { invite: null, refusal: null }
  if (refusal) cookies.append('Set-Cookie', clearJoin(services))
  const page = {
    invite,
    refusal,
    isOther,
    keepsNoCookies: keepsNoCookies(request),
    code: (asked ?? join?.invite ?? '').slice(0, LONGEST_PREFILL),
    signedInAs: session.actor?.username ?? null,
  }
  return data(page, { headers: cookies })
}

/** Verifies the posted code: 302 with the verified state, 422 with what is wrong, or 429. */
export async function action(args: Route.ActionArgs) {
  const { context } = args
  const services = context.get(servicesContext)
  const failed = 'join:error.verifyFailed'
  return formAction<typeof inviteCodeInput, string, NotVerified, { toast: ShownToast }>(args, {
    schema: inviteCodeInput,
    async command({ code }) {
      const info = context.get(requestInfoContext)
      const answer = await verifyInvite(services, { typed: code, address: info.address })
      if (answer.kind !== 'wait') info.holdMs = answer.holdMs
      return answer.kind === 'verified' ? done(answer.code) : conflict(answer)
    },
    conflict: (now) =>
      now.kind === 'wait'
        ? tooSoon(context, now.waitMs, 'join:error.tooMany')
        : { status: 422, alert: `join:error.${now.why}`, extra: toastHere(context, 'error', { key: failed }) },
    failedToast: failed,
    done: (outcome) => ({
      to: href('/use-invite'),
      toast: 'join:toast.verified',
      cookies: [writeJoin(services, beginJoin(resultOf(outcome), services.now()))],
    }),
  })
}

type NotVerified = Exclude<VerifyInviteAnswer, { kind: 'verified' }>

export default function UseInvite({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('join')
  const form = useForm({
    drawn: loaderData,
    answer: actionData,
    values: ({ code }) => ({ code }),
    labels: { code: t('invite.code') },
  })
  const { invite, refusal, isOther, keepsNoCookies, signedInAs } = form.drawn
  const after = (
    <Link to={href('/sign-in')} className="link">
      {t('invite.signIn')}
    </Link>
  )
  if (invite && !form.reply) return <Verified invite={invite} after={after} />
  return (
    <AccessFrame title={t('invite.title')} sentence={t('invite.sentence')} after={after}>
      <JoinSteps now="invite" />
      {signedInAs && (
        <Callout kind="info">
          <Sentence>{t('invite.signedInAs', { name: isolateName(signedInAs) })}</Sentence>
        </Callout>
      )}
      {refusal && !form.reply ? (
        <Callout kind="danger" role="alert" title={t('error.verifyFailed')}>
          {t(`error.${refusal}`)}
        </Callout>
      ) : null}
      {keepsNoCookies && !form.reply ? <Callout kind="danger" role="alert" title={t('error.cookiesOff')} /> : null}
      <ConsoleForm state={form} action={href('/use-invite') + (isOther ? '?other' : '')} className="form">
        <TextField
          {...form.field('code')}
          size="large"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={INVITE_CODE_PLACEHOLDER}
          help={t('invite.help')}
          autoFocus
        />
        <SubmitButton size="large" wide>
          {t('invite.submit')}
        </SubmitButton>
      </ConsoleForm>
    </AccessFrame>
  )
}

function Verified({
  invite,
  after,
}: {
  invite: Parameters<typeof InviteSummary>[0]['invite']
  after: React.ReactNode
}) {
  const { t } = useTranslation('join')
  return (
    <AccessFrame title={t('verified.title')} after={after}>
      <JoinSteps now="invite" />
      <Callout kind="ok" title={<span className="code">{invite.code}</span>}>
        <InviteSummary invite={invite} />
      </Callout>
      <div className="grid gap-2">
        <ButtonLink to={href('/sign-up')} variant="primary" size="large" wide prefetch="none" autoFocus>
          {t('verified.next')}
        </ButtonLink>
        <ButtonLink to={`${href('/use-invite')}?other`} variant="quiet" wide prefetch="none">
          {t('invite.other')}
        </ButtonLink>
      </div>
    </AccessFrame>
  )
}
