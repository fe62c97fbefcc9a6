import { useTranslation } from '../../../i18n/use-translation'
import { buttonClass } from '../../../ui/button'
import { DialogHeading } from '../../../ui/dialogs/dialog-route'
import { Icon } from '../../../ui/icon'
import type { InviteChannel } from '../../../vocabulary'

/** The finished message for a person to send, where no gateway sends it. */
export function ByHand({ channel, text, href }: { channel: InviteChannel; text: string; href: string }) {
  const { t } = useTranslation('invites')
  return (
    <section className="grid gap-2 rounded-md border border-line bg-sunken p-3">
      <DialogHeading>{t('detail.byHandTitle')}</DialogHeading>
      <p className="max-h-48 overflow-y-auto text-sm break-words whitespace-pre-line" dir="auto" tabIndex={0}>
        {text}
      </p>
      <p>
        <a href={href} target="_blank" rel="noreferrer" className={buttonClass({ variant: 'primary' })}>
          <Icon name={channel === 'whatsapp' ? 'message' : 'mail'} />
          {t(channel === 'whatsapp' ? 'detail.openWhatsapp' : 'detail.openEmail')}
        </a>
      </p>
    </section>
  )
}
