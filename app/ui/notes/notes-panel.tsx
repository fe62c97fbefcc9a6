import { useEffect, useId, useState } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import type { Moment } from '../../i18n/moment'
import { RichText } from '../../i18n/rich-text'
import { useTranslation } from '../../i18n/use-translation'
import type { VerificationType } from '../../vocabulary'
import { Badge } from '../badge'
import { Button, ButtonLink, SubmitButton } from '../button'
import { ConsoleForm } from '../forms/console-form'
import { NOTE_FORM_ID } from '../forms/kept/kept-form'
import { SentBeforeNote } from '../forms/kept/sent-before-note'
import { useForm } from '../forms/form'
import { Icon } from '../icon'
import { isTyping } from '../frame/shortcuts'
import { Time } from '../time'
import { NoteFields, type MentionedPerson } from './note-fields'
import { UserText } from '../user-text'
import { PostForm } from '../forms/post-form'
import { Link } from '../link'
import type { Reply } from '../forms/form-state'
import type { RestoredDraft } from '../../form-protocol'

type ShownNote = {
  id: string
  text: string
  authorName: string
  at: Moment
  isEdited: boolean
  isPinned: boolean
  mayPin: boolean
  mayEdit: boolean
  /** The application that the note is about, when not the page's own. */
  application: { href: string; type: VerificationType } | null
  mentioned: readonly string[]
  href: string
}

/** `sentBefore`: the form was already accepted with other text. */
type NoteReply = Reply & { sentBefore?: { made: null } }

export type ShownNotes = {
  id: string
  address: string
  addHref: string
  allHref: string
  verificationId: string | null
  restored: RestoredDraft<NoteReply> | null
  people: readonly MentionedPerson[]
  total: string
  isCut: boolean
  hasShortcuts: boolean
  notes: readonly ShownNote[]
}

type NotesProps = {
  notes: ShownNotes
  answer?: NoteReply
  /** The key that sends a note, when the page handles it. */
  sendKey?: 'Control+Enter'
}

/** Staff's internal notes, tinted so that nobody mistakes them for text that an applicant reads. */
export function NotesPanel({ notes, answer, sendKey }: NotesProps) {
  const { t } = useTranslation('notes')
  const id = useId()
  return (
    <section className="panel notes" aria-labelledby={id} data-internal-notes>
      <div className="panel-head">
        <h2 id={id}>{t('title')}</h2>
        <Badge tone="amber" icon="lock">
          {t('staffOnly')}
        </Badge>
      </div>
      <div className="panel-body grid gap-4">
        {/* Each application has its own form: a refused note must not appear beside another. */}
        <AddNote key={keyOf(notes)} notes={notes} answer={answer} sendKey={sendKey} />
        {notes.notes.length === 0 ? (
          <p className="text-ink-soft">{t('empty')}</p>
        ) : (
          <ol className="grid gap-3">
            {notes.notes.map((note) => (
              <Note key={note.id} note={note} />
            ))}
          </ol>
        )}
        {notes.isCut ? (
          <Link className="link text-sm" to={notes.allHref}>
            {t('all', { total: notes.total })}
          </Link>
        ) : null}
      </div>
    </section>
  )
}

/** Identifies what new notes are about. */
const keyOf = (notes: ShownNotes) => notes.verificationId ?? notes.address

/** Sent by a fetcher, so that a refused note disturbs nothing else being written on the page. */
function AddNote({ notes, answer, sendKey }: NotesProps) {
  const { t } = useTranslation('notes')
  const fetcherKey = `${NOTE_FORM_ID} ${keyOf(notes)}`
  const fetcher = useFetcher<NoteReply>({ key: fetcherKey })
  const isSending = fetcher.state !== 'idle'
  const form = useForm<{ text: unknown; mentions: unknown }, ShownNotes, NoteReply>({
    drawn: notes,
    answer: fetcher.data ?? answer,
    restored: notes.restored,
    labels: { text: t('field'), mentions: t('mention') },
    id: NOTE_FORM_ID,
    address: notes.address,
  })
  const { id, verificationId, people } = form.drawn
  const [sent, setSent] = useState({ id: '', drawing: 0 })
  // A note sent before the person went on does not redirect, so the page has not loaded its result.
  const isOld = sent.id === id && sent.drawing !== form.drawing
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (isOld) void revalidate()
  }, [isOld, revalidate])
  useNoteKey(notes.hasShortcuts)
  return (
    <ConsoleForm
      state={form}
      // The redirect returns to the document being read now.
      action={notes.addHref}
      navigate={false}
      fetcherKey={fetcherKey}
      onSubmitCapture={() => {
        // An accepted note has no answer: this clears the one of an earlier note.
        fetcher.reset()
        if (!isOld) setSent({ id, drawing: form.drawing })
      }}
      seen={{ id: isOld ? null : id, verificationId }}
      className="grid gap-2"
    >
      {form.reply?.sentBefore ? <SentBeforeNote state={form} {...form.reply.sentBefore} /> : null}
      <NoteFields form={form} people={people} keyHint={notes.hasShortcuts ? 'N' : null} />
      <div>
        <SubmitButton size="small" variant="secondary" icon="plus" busy={isSending} aria-keyshortcuts={sendKey}>
          {t('add')}
        </SubmitButton>
      </div>
    </ConsoleForm>
  )
}

/** The key n focuses the note field; the desk handles it itself. Matched by position, because Cyrillic layouts have no such letter. */
function useNoteKey(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    document.addEventListener('keydown', onNoteKey)
    return () => document.removeEventListener('keydown', onNoteKey)
  }, [isOn])
}

export function onNoteKey(event: KeyboardEvent): void {
  if (event.code !== 'KeyN' || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  if (event.defaultPrevented || isTyping(event.target) || document.querySelector('[data-desk]')) return
  if (document.querySelector('[role="dialog"], dialog[open]')) return
  const field = document.querySelector<HTMLTextAreaElement>('[data-internal-notes] textarea')
  if (!field) return
  event.preventDefault()
  field.focus()
}

function Note({ note }: { note: ShownNote }) {
  const { t } = useTranslation(['notes', 'verifications', 'common'])
  return (
    <li className={note.isPinned ? 'note note-pinned' : 'note'} id={`note-${note.id}`}>
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-ink-soft">
        {note.isPinned ? (
          <span className="inline-flex items-center gap-1 font-semibold text-ink">
            <Icon name="star" />
            {t('pinned')}
          </span>
        ) : null}
        <UserText className="font-semibold text-ink">{note.authorName}</UserText>
        <Time {...note.at} />
        {note.isEdited ? <span>{t('edited')}</span> : null}
      </p>
      {note.application ? (
        <p className="text-sm">
          <Link className="link" to={note.application.href}>
            {t(`verifications:type.${note.application.type}`)}
          </Link>
        </p>
      ) : null}
      <UserText as="p" className="wrap-anywhere whitespace-pre-line">
        {note.text}
      </UserText>
      {note.mentioned.length > 0 ? (
        <p className="text-sm text-ink-soft">
          <RichText
            text="notes:mentioned"
            values={{ names: note.mentioned.reduce((before, next) => t('common:listed', { before, next })) }}
            elements={{ names: <UserText /> }}
          />
        </p>
      ) : null}
      {note.mayEdit || note.mayPin ? (
        <div className="note-acts">
          {note.mayEdit ? (
            <ButtonLink to={note.href} size="small" variant="quiet" icon="edit" prefetch="none">
              {t('edit')}
            </ButtonLink>
          ) : null}
          {note.mayPin ? (
            <PostForm action={note.href} preventScrollReset>
              <Button type="submit" size="small" variant="quiet" name="intent" value={note.isPinned ? 'unpin' : 'pin'}>
                {t(note.isPinned ? 'unpin' : 'pin')}
              </Button>
            </PostForm>
          ) : null}
        </div>
      ) : null}
    </li>
  )
}
