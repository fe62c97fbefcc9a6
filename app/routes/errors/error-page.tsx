import { useMemo, type MouseEvent, type ReactNode } from 'react'
import { isRouteErrorResponse, useRouteLoaderData, href } from 'react-router'
import { titleOf } from '../../http/answers/answer-title'
import type { FailureBody } from '../../http/answers/failures.server'
import { NO_CONTENT } from '../../http/queries/retries'
import { useTranslation } from '../../i18n/use-translation'
import { PlainFrame } from '../../ui/frame/plain/plain-frame'
import { Button, ButtonLink } from '../../ui/button'
import { ErrorFrame } from '../../ui/frame/plain/error-frame'
import { PageTitle } from '../../ui/frame/page-title'
import { useServerFacts, type ServerFacts } from '../../ui/frame/server-facts'
import type { Toast } from '../../ui/frame/toaster'
import { FormToken } from '../../ui/forms/post-form'

const UNAVAILABLE = 503
const WORDED = [400, 401, 403, 404, 409, 413, 429, 500, UNAVAILABLE] as const

/** What an error boundary shows. */
export type Failure = {
  status: number
  requestId: string | null
  /** The path of the page before, where the server knows it. */
  cameFrom: string | null
  /** A form that was not carried out. */
  unsent: ServerFacts['unsent']
  toasts: readonly Toast[]
}

/** Returns what to show for an error that a boundary caught. */
export function useFailure(error: unknown): Failure {
  const facts = useServerFacts()
  const root = useRouteLoaderData<{ toasts: readonly Toast[] }>('root')
  const answer = isRouteErrorResponse(error) ? error : null
  const body = answer?.data as Partial<FailureBody> | null | undefined
  const text = useFailureToast(error)
  const before = root?.toasts
  // Memoized: on a redraw, a new array would be shown as new toasts.
  const toasts = useMemo(
    () => [...(before ?? []), ...(text === null ? [] : [{ type: 'error', text } as const])],
    [before, text],
  )
  return {
    status: facts?.failureStatus ?? answer?.status ?? 500,
    requestId: body?.requestId ?? facts?.requestId ?? null,
    cameFrom: facts?.cameFrom ?? null,
    unsent: facts?.unsent ?? null,
    toasts,
  }
}

/** The toast beside an error page (specification 8); null beside one that was navigated to. */
function useFailureToast(error: unknown): string | null {
  const { t } = useTranslation('errors')
  const facts = useServerFacts()
  if (facts) return facts.failureToast
  if (!isRouteErrorResponse(error)) return t('toast.generic')
  if (typeof error.data !== 'string') return null
  if (error.statusText === NO_CONTENT) return t('toast.noContent')
  const title = titleOf(error.data)
  if (title !== null || error.status === UNAVAILABLE) return title
  return t(error.status >= 500 ? 'toast.serverError' : 'toast.generic')
}

/** An error page outside the console: it needs nothing from any page. */
export function ErrorPage({ failure, menus }: { failure: Failure; menus?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <PlainFrame brand={t('product')} menus={menus} toasts={failure.toasts}>
      <ErrorBody failure={failure} />
    </PlainFrame>
  )
}

/**
 * Every error in the same shape: status, what happened, where to go, and the reference number.
 *
 * @param home the start page of the signed-in person
 */
export function ErrorBody({ failure, home = '/' }: { failure: Failure; home?: string }) {
  const { t } = useTranslation('errors')
  const { t: tOfForms } = useTranslation('ui')
  const { status, unsent } = failure
  const worded = WORDED.find((known) => known === status) ?? (status >= 400 && status < 500 ? 400 : 500)
  const back = failure.cameFrom ?? home
  const words = unsent?.isInDoubt ? tOfForms('unsent.inDoubt') : t(unsent ? 'unsent' : `${worded}.words`)
  return (
    <>
      <PageTitle>{t(`${worded}.title`)}</PageTitle>
      <ErrorFrame status={status} title={t(`${worded}.title`)} text={words} reference={failure.requestId ?? undefined}>
        {unsent && <SendAgain form={unsent} />}
        {status === 401 && (
          <ButtonLink variant="primary" to={`${href('/sign-in')}?redirect=${encodeURIComponent(back)}`} reloadDocument>
            {t('signIn')}
          </ButtonLink>
        )}
        <ButtonLink variant="secondary" to={back} reloadDocument onClick={goBack} data-back="">
          {t('goBack')}
        </ButtonLink>
        <ButtonLink variant={status === 401 || unsent ? 'secondary' : 'primary'} to={home} reloadDocument>
          {t('backToHome')}
        </ButtonLink>
      </ErrorFrame>
    </>
  )
}

/** A form with what was typed, to send again when the console is back. */
function SendAgain({ form }: { form: NonNullable<ServerFacts['unsent']> }) {
  const { t } = useTranslation('errors')
  return (
    <form method="post" action={form.action}>
      <FormToken />
      {form.fields.map(([name, value], index) => (
        <input key={`${index} ${name}`} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" variant="primary">
        {t('sendAgain')}
      </Button>
    </form>
  )
}

/** Goes back in the history; only where the console's script runs, as page.js does elsewhere. */
function goBack(event: MouseEvent) {
  if (history.length < 2) return
  event.preventDefault()
  history.back()
}
