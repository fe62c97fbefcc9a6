import { Trans, useTranslation } from 'react-i18next'
import { data, Form } from 'react-router'
import type { Route } from './+types/keep-number'
import { servicesContext, requestInfoContext } from '../../context'
import { findKept, keepNumber } from '../../domain/users/number-changes.server'
import { answerHeaders } from '../../http/answer-headers'
import { readForm } from '../../http/form.server'
import { AccessFrame } from '../../ui/access-frame'
import { ButtonLink, SubmitButton } from '../../ui/button'
import { Callout } from '../../ui/callout'

export const handle = { scripts: false, texts: ['access'] }
export const headers = answerHeaders

const linkOf = (from: { get(name: string): unknown }) => ({
  request: String(from.get('request') ?? ''),
  key: String(from.get('key') ?? ''),
})

/** Asks only: programs that preview links follow them too. 404 for a link that is not ours or no longer works. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const link = linkOf(url.searchParams)
  const phone = await findKept(context.get(servicesContext), link)
  return data({ link, phone }, phone === null ? 404 : 200)
}

/** Keeps the number: 200 and what to do next, 404 for a link that is not ours or no longer works. */
export async function action({ request, context }: Route.ActionArgs) {
  const link = linkOf(await readForm(request, context))
  const isKept = await keepNumber(context.get(servicesContext), link, context.get(requestInfoContext).requestId)
  return data({ isKept }, isKept ? 200 : 404)
}

export default function KeepNumber({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('access')
  const { link, phone } = loaderData
  if (actionData?.isKept || phone === null)
    return (
      <AccessFrame title={actionData?.isKept ? t('keep.doneTitle') : t('keep.goneTitle')}>
        <Callout kind={actionData?.isKept ? undefined : 'warn'} role="status">
          {actionData?.isKept ? t('keep.doneText') : t('keep.goneText')}
        </Callout>
        <ButtonLink to="/sign-in" variant="primary" size="large" wide>
          {t('keep.signIn')}
        </ButtonLink>
      </AccessFrame>
    )
  return (
    <AccessFrame
      title={t('keep.title')}
      sentence={
        <Trans
          ns="access"
          i18nKey="keep.sentence"
          values={{ phone }}
          components={{ phone: <bdi className="whitespace-nowrap font-semibold" /> }}
        />
      }
    >
      <Form method="post" className="form">
        <input type="hidden" name="request" value={link.request} />
        <input type="hidden" name="key" value={link.key} />
        <p>{t('keep.text')}</p>
        <SubmitButton size="large" wide>
          {t('keep.submit')}
        </SubmitButton>
      </Form>
    </AccessFrame>
  )
}
