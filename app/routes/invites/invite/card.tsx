import type { Route } from './+types/card'
import { failure } from '../../../http/answers/failures.server'
import { permit } from '../../../http/sign-in/permit.server'
import { useTranslation } from '../../../i18n/use-translation'
import { Button, ButtonLink } from '../../../ui/button'
import { Logo } from '../../../ui/frame/logo'
import { PageTitle } from '../../../ui/frame/page-title'
import { listUnder } from '../addresses'
import { QrCode } from './qr-code'
import { readDetail } from './detail.server'
import { UserText } from '../../../ui/user-text'
import { Scripted } from '../../../ui/scripted'

export const handle = { texts: ['invites'] }

export async function loader(args: Route.LoaderArgs) {
  const reading = permit(args.context, 'invites.read')
  const { view } = await readDetail(args, reading)
  const { link, qr } = view
  if (link === null || qr === null) throw failure(args.context, 403)
  if (view.voidBecause) throw failure(args.context, 409)
  const { host, pathname } = new URL(link)
  return { ...view, qr, address: host + pathname, backTo: listUnder(args.url) }
}

/** One code on a card to print and hand over. */
export default function Card({ loaderData: invite }: Route.ComponentProps) {
  const { t } = useTranslation(['invites', 'common'])
  const named = invite.organizationName ?? (invite.role ? t(`common:role.${invite.role}`) : null)
  return (
    <>
      <PageTitle>{t('card.title')}</PageTitle>
      <div className="no-print mb-6 flex flex-wrap gap-2">
        <ButtonLink to={invite.backTo} icon="arrow-start">
          {t('card.back')}
        </ButtonLink>
        <Scripted>
          <Button variant="primary" onClick={() => window.print()}>
            {t('card.print')}
          </Button>
        </Scripted>
      </div>
      <article className="mx-auto grid max-w-md justify-items-center gap-4 rounded-lg border border-edge bg-surface p-6 text-center">
        <Logo />
        <h1 className="text-xl">{t('card.title')}</h1>
        <p>
          {t(`type.${invite.type}`)}
          {named ? (
            <>
              {' · '}
              <UserText>{named}</UserText>
            </>
          ) : null}
        </p>
        <QrCode drawing={invite.qr} label={t('detail.qr')} className="size-56" />
        <p className="text-lg font-semibold">
          <bdi>
            <code className="code">{invite.code}</code>
          </bdi>
        </p>
        <p className="text-sm" dir="ltr">
          {invite.address}
        </p>
        <p className="text-sm text-ink-soft">{t('card.how')}</p>
        {invite.expiresAt ? <p className="text-sm">{t('card.validUntil', { day: invite.expiresAt.text })}</p> : null}
      </article>
    </>
  )
}
