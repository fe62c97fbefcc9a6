import { useTranslation } from '../../../i18n/use-translation'
import { Badge, type Tone } from '../../../ui/badge'
import { Button } from '../../../ui/button'
import { EmptyState } from '../../../ui/empty-state'
import { Icon } from '../../../ui/icon'
import { Time } from '../../../ui/time'
import { UserText } from '../../../ui/user-text'
import type { MessageStatus } from '../../../vocabulary'
import type { ContentOf } from './tab-content.server'
import { PostForm } from '../../../ui/forms/post-form'

const TONES = {
  queued: 'amber',
  sent: 'sky',
  delivered: 'green',
  failed: 'red',
} as const satisfies Record<MessageStatus, Tone>

/** The messages sent to the organization: their text, their channel, and whether they arrived. */
export function MessagesTab({ messages, kept, newest }: Pick<ContentOf<'messages'>, 'messages' | 'kept' | 'newest'>) {
  const { t } = useTranslation('organizations')
  if (messages.length === 0)
    return <EmptyState title={t('messages.emptyTitle')} text={t('messages.emptyText')} icon="message" />
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">
        {t('messages.kept', { period: kept })} {newest ? t('messages.newest', { shown: newest }) : null}
      </p>
      <ol className="grid max-w-3xl gap-3">
        {messages.map((message) => (
          <li key={message.id} className="card grid gap-2">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <Badge tone={TONES[message.status]}>{t(`messages.status.${message.status}`)}</Badge>
              <Time {...message.at} />
              <span className="inline-flex items-center gap-1.5 text-ink-soft">
                <Icon name={message.channel === 'email' ? 'mail' : 'message'} />
                {t(`messages.channel.${message.channel}`)}
                <bdi dir="ltr">{message.to}</bdi>
              </span>
              {message.language ? (
                <UserText as="span" className="text-ink-soft">
                  {message.language}
                </UserText>
              ) : null}
            </p>
            {message.leaves ? (
              <p className="text-sm text-ink-soft">
                {t(message.hasFailedOnce ? 'messages.again' : 'messages.leaves')} <Time {...message.leaves} />
              </p>
            ) : null}
            {message.reason ? <p className="text-sm text-danger">{message.reason}</p> : null}
            {message.text === null ? (
              <p className="text-ink-soft">{t('messages.noText')}</p>
            ) : (
              <p className="wrap-anywhere whitespace-pre-line" dir="auto" lang={message.lang}>
                {message.text}
              </p>
            )}
            {message.mayResend ? (
              <PostForm action={message.resendHref} preventScrollReset>
                <Button type="submit" size="small" icon="refresh">
                  {t('messages.resend')}
                </Button>
              </PostForm>
            ) : null}
          </li>
        ))}
      </ol>
    </div>
  )
}
