import { useTranslation } from '../../i18n/use-translation'
import { Icon } from '../../ui/icon'
import type { InviteChannel, MessageStatus } from '../../vocabulary'

type RecipientProps = {
  recipient: string | null
  channel: InviteChannel | null
  delivery: MessageStatus | null
  failure: string | null
}

/** An invitation's recipient, or that it was erased, and the state of its message. */
export function Recipient({ recipient, channel, delivery, failure }: RecipientProps) {
  const { t } = useTranslation(['invites', 'common'])
  if (!channel) return null
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-1">
      <span className="inline-flex max-w-full items-center gap-1.5">
        <Icon name={channel === 'email' ? 'mail' : 'message'} />
        {recipient === null ? (
          t('common:erased')
        ) : (
          <bdi className={channel === 'email' ? 'min-w-0 wrap-break-word' : 'unbroken'}>{breakable(recipient)}</bdi>
        )}
      </span>
      {delivery ? (
        <span className={delivery === 'failed' ? 'text-danger' : undefined}>
          · {t(`delivery.${delivery}`)}
          {failure ? t('common:sentences', { before: '', next: failure }) : null}
        </span>
      ) : null}
    </span>
  )
}

/** Lets an e-mail address break before its domain rather than within a word. */
function breakable(recipient: string) {
  const at = recipient.indexOf('@')
  if (at < 0) return recipient
  return (
    <>
      {recipient.slice(0, at)}
      <wbr />
      {recipient.slice(at)}
    </>
  )
}
