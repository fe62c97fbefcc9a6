import { href } from 'react-router'
import type { Route } from './+types/detail'
import { permit } from '../../../http/sign-in/permit.server'
import { useTranslation } from '../../../i18n/use-translation'
import { ButtonLink } from '../../../ui/button'
import { Callout } from '../../../ui/callout'
import { CopyButton } from '../../../ui/copy-button'
import { DialogRoute } from '../../../ui/dialogs/dialog-route'
import { dialogOver, inviteOver, listUnder } from '../addresses'
import { ByHand } from './by-hand'
import { InviteFacts } from './invite-facts'
import { QrCode } from './qr-code'
import { readDetail } from './detail.server'
import { Redemptions } from './redemptions'

export async function loader(args: Route.LoaderArgs) {
  const reading = permit(args.context, 'invites.read')
  const { view } = await readDetail(args, reading, { orDeleted: true })
  const dialogHref = (act: 'edit' | 'resend' | 'replace' | 'delete' | 'card') =>
    dialogOver(args.url, href(`/invites/:id/${act}`, { id: view.id }))
  return {
    ...view,
    closeTo: listUnder(args.url),
    replacedBy: view.replacement && inviteOver(args.url, view.replacement),
    to: {
      edit: dialogHref('edit'),
      resend: dialogHref('resend'),
      replace: dialogHref('replace'),
      delete: dialogHref('delete'),
      card: dialogHref('card'),
    },
  }
}

export default function Detail({ loaderData: invite }: Route.ComponentProps) {
  const { t } = useTranslation('invites')
  const { may, to } = invite
  return (
    <DialogRoute title={t('detail.title')} closeTo={invite.closeTo} wide>
      {invite.voidBecause ? <Callout kind="warn" title={t(`void.${invite.voidBecause}`)} /> : null}
      <div className="grid gap-4 sm:grid-cols-[1fr_auto]">
        <div className="grid content-start gap-3">
          <p className="text-xl font-semibold">
            <bdi>
              <code className={invite.link === null ? 'code' : 'code select-all'}>{invite.code}</code>
            </bdi>
          </p>
          {invite.link === null ? (
            invite.deletedAt ? null : (
              <p className="text-sm text-ink-soft">{t('detail.codeHidden')}</p>
            )
          ) : (
            <>
              <p className="text-sm break-all text-ink-soft select-all" dir="ltr">
                {invite.link}
              </p>
              <div className="flex flex-wrap gap-2">
                <CopyButton value={invite.code} label={t('row.copyCode')} copied={t('copied')} size="small" />
                <CopyButton value={invite.link} label={t('row.copyLink')} copied={t('linkCopied')} size="small" />
                {invite.voidBecause ? null : (
                  <ButtonLink to={to.card} icon="file-text" size="small">
                    {t('detail.card')}
                  </ButtonLink>
                )}
              </div>
            </>
          )}
        </div>
        {invite.qr ? <QrCode drawing={invite.qr} label={t('detail.qr')} className="size-36" /> : null}
      </div>
      {invite.byHand ? <ByHand {...invite.byHand} /> : null}
      <InviteFacts invite={invite} replacedBy={invite.replacedBy} />
      <Redemptions invite={invite} />
      <div className="flex flex-wrap gap-2 border-t border-line pt-4 empty:hidden" data-acts>
        {may.edit ? (
          <ButtonLink to={to.edit} icon="edit" size="small" preventScrollReset>
            {t('detail.edit')}
          </ButtonLink>
        ) : null}
        {may.resend ? (
          <ButtonLink to={to.resend} icon="send" size="small" preventScrollReset prefetch="none">
            {t('detail.resend')}
          </ButtonLink>
        ) : null}
        {may.replace ? (
          <ButtonLink to={to.replace} icon="swap" size="small" preventScrollReset>
            {t('detail.replace')}
          </ButtonLink>
        ) : null}
        {may.delete ? (
          <ButtonLink to={to.delete} icon="trash" size="small" variant="danger" preventScrollReset>
            {t('row.delete')}
          </ButtonLink>
        ) : null}
      </div>
    </DialogRoute>
  )
}
