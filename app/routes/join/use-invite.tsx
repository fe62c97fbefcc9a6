import { useTranslation } from 'react-i18next'
import { data, Form, Link } from 'react-router'
import type { Route } from './+types/use-invite'
import { servicesContext } from '../../context'
import { INVITE_CODE_PLACEHOLDER } from '../../domain/invite-codes/invite-code'
import { findVerifiedInvite } from '../../domain/join/verify-invite.server'
import { answerHeaders } from '../../http/answer-headers'
import { readForm } from '../../http/form.server'
import { clearJoin, readJoin } from '../../http/join-cookie.server'
import { readSession } from '../../http/session.server'
import { useTranslateKey } from '../../i18n/use-translate-key'
import { AccessFrame } from '../../ui/access-frame'
import { ButtonLink, SubmitButton } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { Notice } from '../../ui/notice'
import { TextField } from '../../ui/text-field'
import { InviteSummary } from './invite-summary'
import { JoinSteps } from './join-steps'
import { answerVerifyInvite } from './verify-invite-answer.server'

const LONGEST_PREFILL = 64

export const handle = { scripts: false, texts: ['access', 'join'] }
export const headers = answerHeaders

/** `?code=` only prefills; a verified state shows where the code leads, unless another code is asked for. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const session = await readSession(request, services)
  const cookies = new Headers()
  for (const cookie of session.setCookie) cookies.append('Set-Cookie', cookie)
  const asked = url.searchParams.get('code')
  const join = asked === null && !url.searchParams.has('other') ? readJoin(request, services) : null
  const { invite, refusal } = join ? await findVerifiedInvite(services, join.invite) : { invite: null, refusal: null }
  if (refusal) cookies.append('Set-Cookie', clearJoin(services))
  const page = {
    invite,
    refusal,
    code: (asked ?? join?.invite ?? '').slice(0, LONGEST_PREFILL),
    signedInAs: session.actor?.username ?? null,
  }
  return data(page, { headers: cookies })
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerVerifyInvite(await readForm(request, context), context)
}

export default function UseInvite({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('join')
  const { invite, refusal, signedInAs } = loaderData
  const after = (
    <Link to="/sign-in" className="link">
      {t('invite.signIn')}
    </Link>
  )
  if (invite && !actionData) return <Verified invite={invite} after={after} />
  const noLongerGood = refusal && {
    title: 'join:error.verifyFailed' as const,
    text: { key: `join:error.${refusal}` as const },
  }
  return (
    <AccessFrame title={t('invite.title')} sentence={t('invite.sentence')} after={after}>
      <JoinSteps now="invite" />
      {signedInAs && <Callout kind="info">{t('invite.signedInAs', { name: signedInAs })}</Callout>}
      <Form method="post" action="/use-invite" className="form" noValidate>
        <Notice notice={actionData ? actionData.notice : noLongerGood} />
        <InviteCodeField code={actionData?.code ?? loaderData.code} error={actionData?.field ?? null} />
        <SubmitButton size="large" wide>
          {t('invite.submit')}
        </SubmitButton>
      </Form>
    </AccessFrame>
  )
}

function InviteCodeField({
  code,
  error,
}: {
  code: string
  error: Parameters<ReturnType<typeof useTranslateKey>>[0] | null
}) {
  const { t } = useTranslation('join')
  const translateKey = useTranslateKey()
  return (
    <TextField
      name="code"
      size="large"
      dir="ltr"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      placeholder={INVITE_CODE_PLACEHOLDER}
      label={t('invite.code')}
      help={t('invite.help')}
      error={error ? translateKey(error) : undefined}
      defaultValue={code}
      autoFocus
    />
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
    <AccessFrame title={t('invite.title')} after={after}>
      <JoinSteps now="you" />
      <Callout kind="ok" title={t('verified.title')}>
        <p className="code">{invite.code}</p>
        <p>
          <InviteSummary invite={invite} />
        </p>
      </Callout>
      <div className="grid gap-2">
        <ButtonLink to="/sign-up" variant="primary" size="large" wide prefetch="none">
          {t('verified.next')}
        </ButtonLink>
        <ButtonLink to="/use-invite?other" variant="quiet" wide prefetch="none">
          {t('invite.other')}
        </ButtonLink>
      </div>
    </AccessFrame>
  )
}
