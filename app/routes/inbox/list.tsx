import { redirect } from 'react-router'
import { z } from 'zod'
import type { Route } from './+types/list'
import { languageContext, servicesContext } from '../../context'
import { readerOf } from '../../http/reader.server'
import { inboxList } from '../../domain/inbox/inbox-list'
import { listInbox, openInboxEntry, readInboxEntry, readWholeInbox } from '../../domain/inbox/inbox.server'
import { resultOf } from '../../domain/outcome'
import { actionByIntent, formAction } from '../../http/forms/form-action.server'
import { permit } from '../../http/sign-in/permit.server'
import { formatNumber } from '../../i18n/format'
import { isolateName } from '../../i18n/isolate-name'
import { useTranslation } from '../../i18n/use-translation'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { Icon, type IconName } from '../../ui/icon'
import { ListPages } from '../../ui/lists/list-pages'
import { PageHead } from '../../ui/frame/page-head'
import { PageTitle } from '../../ui/frame/page-title'
import { Time } from '../../ui/time'
import type { InboxKind } from '../../vocabulary'
import { entryPath, entryView, type EntryView } from './entry-view.server'
import { Sentence, UserText } from '../../ui/user-text'
import { PostForm } from '../../ui/forms/post-form'

export const handle = { texts: ['inbox', 'verifications'] }

const ICONS = {
  mention: 'message',
  taken_over: 'swap',
  given_back: 'swap',
  yours_again: 'swap',
  prepared: 'check-circle',
  returned: 'undo',
  prepared_void: 'undo',
  approval_agreed: 'check-circle',
  rejection_agreed: 'check-circle',
  invite_redeemed: 'user',
  invited_signed_in: 'user',
  export_proposed: 'check-circle',
  erase_proposed: 'check-circle',
  superadmin_made: 'user',
  number_proposed: 'check-circle',
} as const satisfies Record<InboxKind, IconName>

export async function loader({ url, context }: Route.LoaderArgs) {
  const reading = permit(context, 'inbox')
  const services = context.get(servicesContext)
  const language = context.get(languageContext)
  const asked = inboxList.read(url, reading.actor.pageSize)
  const { rows, total, unread, newestAt, page } = await listInbox(services, reading, asked)
  const reader = readerOf(context, reading.actor)
  return {
    state: { ...asked, page },
    total,
    unread: unread > 0 ? formatNumber(unread, language) : null,
    upTo: newestAt?.toISOString(),
    rows: rows.map((row) => entryView(row, reader)),
  }
}

const readAllInput = z.object({
  upTo: z.coerce.date().min(new Date(0)).max(new Date('9999-12-31')).optional().catch(undefined),
})

export async function action(args: Route.ActionArgs) {
  const reading = permit(args.context, 'inbox')
  const services = args.context.get(servicesContext)
  const back = inboxList.href(inboxList.read(args.url, reading.actor.pageSize))
  const one = z.object({ id: z.string().catch('') })
  return actionByIntent(args, {
    open: () =>
      formAction(args, {
        schema: one,
        command: ({ id }) => openInboxEntry(services, reading, id),
        done: (opened) => redirect(entryPath(resultOf(opened)) ?? back),
      }),
    read: () =>
      formAction(args, {
        schema: one,
        command: ({ id }) => readInboxEntry(services, reading, id),
        done: () => ({ to: back, toast: 'inbox:toast.read' }),
      }),
    readAll: () =>
      formAction(args, {
        schema: readAllInput,
        command: ({ upTo }) => readWholeInbox(services, reading, upTo),
        done: () => ({ to: back, toast: 'inbox:toast.allRead' }),
      }),
  })
}

/** One person's inbox, the newest first; opening an entry marks it as read. */
export default function Inbox({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('inbox')
  const { state, rows, total, unread, upTo } = loaderData
  const search = inboxList.search(state)
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <PageHead
        title={t('title')}
        sentence={t('sentence')}
        badge={unread ? <Badge tone="sky">{t('unread', { total: unread })}</Badge> : null}
        actions={
          unread ? (
            <PostForm action={`${inboxList.path}${search}`}>
              <input type="hidden" name="upTo" value={upTo} />
              <Button type="submit" icon="check" name="intent" value="readAll">
                {t('markAllRead')}
              </Button>
            </PostForm>
          ) : null
        }
      />
      {rows.length === 0 ? (
        <EmptyState title={t('emptyTitle')} text={t('emptyText')} icon="inbox" />
      ) : (
        <ol className="inbox">
          {rows.map((row) => (
            <li key={row.id} className={row.isRead ? 'inbox-entry' : 'inbox-entry inbox-entry-new'}>
              <Entry row={row} action={`${inboxList.path}${search}`} />
            </li>
          ))}
        </ol>
      )}
      <ListPages
        path={inboxList.path}
        state={state}
        total={total}
        search={search}
        pageHref={(page) => inboxList.href(state, { page })}
      />
    </>
  )
}

/** One entry; its actions are forms, because opening it changes it. */
function Entry({ row, action }: { row: EntryView; action: string }) {
  const { t } = useTranslation(['inbox', 'verifications'])
  const sentence = t(`kind.${row.kind}`, {
    actor: row.actorName === null ? t('somebody') : isolateName(row.actorName),
    name: isolateName(row.organizationName ?? ''),
    code: row.inviteCode ?? '',
  })
  return (
    <>
      <Icon name={ICONS[row.kind]} size={20} />
      <div className="grid min-w-0 gap-1">
        <PostForm action={action}>
          <input type="hidden" name="id" value={row.id} />
          <button type="submit" name="intent" value="open" className="inbox-open wrap-anywhere">
            <Sentence>{sentence}</Sentence>
          </button>
        </PostForm>
        {row.noteText ? (
          <UserText as="p" className="line-clamp-3 wrap-anywhere whitespace-pre-line">
            {row.noteText}
          </UserText>
        ) : null}
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
          {row.isRead ? null : <Badge tone="sky">{t('new')}</Badge>}
          {row.verificationType ? <span>{t(`verifications:type.${row.verificationType}`)}</span> : null}
          <Time {...row.at} />
        </p>
      </div>
      {row.isRead ? null : (
        <PostForm action={action} className="ms-auto shrink-0">
          <input type="hidden" name="id" value={row.id} />
          <Button type="submit" size="small" variant="quiet" name="intent" value="read" icon="check" iconOnly>
            <Sentence>{t('markReadOf', { entry: sentence })}</Sentence>
          </Button>
        </PostForm>
      )}
    </>
  )
}
