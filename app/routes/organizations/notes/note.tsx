import { z } from 'zod'
import type { Route } from './+types/note'
import { servicesContext } from '../../../context'
import type { Permit } from '../../../domain/access'
import { editNoteInput } from '../../../domain/notes/input'
import { editNote, listNotes, findNoteForm, setPin } from '../../../domain/notes/notes.server'
import { failure } from '../../../http/answers/failures.server'
import { actionByIntent, formAction, restoreFormDraft, type FormReply } from '../../../http/forms/form-action.server'
import { cameFromPage } from '../../../http/views/notes.server'
import { permit } from '../../../http/sign-in/permit.server'
import { useTranslation } from '../../../i18n/use-translation'
import { ButtonLink, SubmitButton, FormActions } from '../../../ui/button'
import { Callout } from '../../../ui/callout'
import { RefusalNotice } from '../../../ui/forms/refusal-notice'
import { ConsoleForm } from '../../../ui/forms/console-form'
import { useForm } from '../../../ui/forms/form'
import { Kbd } from '../../../ui/kbd'
import { NoteFields } from '../../../ui/notes/note-fields'
import { PageHead } from '../../../ui/frame/page-head'
import { PageTitle } from '../../../ui/frame/page-title'
import { UserText } from '../../../ui/user-text'
import { noteRefusal, type NoteExtra } from './note-refusal'

export const handle = { texts: ['notes'] }

const backOf = ({ params, url }: Pick<Route.LoaderArgs, 'params' | 'url'>) =>
  cameFromPage(url.searchParams.get('from'), params.id)

async function readNote({ context, params }: Route.LoaderArgs, noting: Permit<'notes'>) {
  const found = await findNoteForm(context.get(servicesContext), noting, params.id, params.noteId)
  if (found.kind === 'forbidden') throw failure(context, 403)
  if (found.kind === 'missing') throw failure(context, 404)
  return found.value
}

export async function loader(args: Route.LoaderArgs) {
  const noting = permit(args.context, 'notes')
  const note = await readNote(args, noting)
  const listed = await listNotes(args.context.get(servicesContext), noting, args.params.id, { atMost: 0 })
  const restored = await restoreFormDraft<NoteExtra>(args, (kept) =>
    kept.get('seen') === note.seen ? {} : { seen: { seen: note.seen }, storedText: note.text },
  )
  return { ...note, people: listed?.people ?? [], backTo: backOf(args), restored }
}

export async function action(args: Route.ActionArgs) {
  const noting = permit(args.context, 'notes')
  const { context, params } = args
  const services = context.get(servicesContext)
  const ids = { id: params.noteId, organizationId: params.id }
  const pinAs = (isPinned: boolean) => () =>
    formAction(args, {
      schema: z.object({}),
      command: (_input, { requestId }) => setPin(services, noting, { ...ids, isPinned }, requestId),
      done: () => ({ to: backOf(args), toast: isPinned ? 'notes:toast.pinned' : 'notes:toast.unpinned' }),
    })
  return actionByIntent(args, {
    edit: () =>
      formAction(args, {
        schema: editNoteInput,
        checkAccess: () => readNote(args, noting),
        command: (input, { requestId, posted }) =>
          editNote(services, noting, { ...ids, ...input, seen: String(posted.get('seen') ?? '') }, requestId),
        conflict: noteRefusal,
        done: () => ({ to: backOf(args), toast: 'notes:toast.edited' }),
      }),
    pin: pinAs(true),
    unpin: pinAs(false),
  })
}

/** Edits a person's own note, while it can still be changed. */
export default function EditNote({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(['notes', 'ui'])
  const form = useForm<{ text: unknown; mentions: unknown }, typeof loaderData, FormReply<NoteExtra>>({
    drawn: loaderData,
    answer: actionData,
    restored: loaderData.restored,
    values: ({ text }) => ({ text }),
    labels: { text: t('field'), mentions: t('mention') },
  })
  const { organizationName, people, backTo, isOpen, seen } = form.drawn
  const storedText = form.reply?.storedText
  return (
    <>
      <PageTitle>{[t('editTitle'), organizationName]}</PageTitle>
      <PageHead
        title={t('editTitle')}
        crumbs={[{ label: organizationName, to: backTo }, { label: t('editTitle') }]}
        sentence={t('editText')}
      />
      <div className="max-w-3xl">
        <ConsoleForm state={form} seen={{ seen }}>
          {isOpen || form.reply?.alert ? null : (
            <Callout kind="warn" role="alert">
              {t('error.late')}
            </Callout>
          )}
          {storedText === undefined ? null : (
            <RefusalNotice state={form} title={t('conflict.title')}>
              <p>{t('conflict.text')}</p>
              <UserText as="p" className="whitespace-pre-line wrap-anywhere">
                {t('savedNow', { text: storedText })}
              </UserText>
            </RefusalNotice>
          )}
          <NoteFields form={form} people={people} keyHint={null} />
          <FormActions>
            <SubmitButton aria-keyshortcuts="Control+Enter">
              {t('save')}
              <Kbd>Ctrl ↵</Kbd>
            </SubmitButton>
            <ButtonLink to={backTo}>{t('ui:cancel')}</ButtonLink>
          </FormActions>
        </ConsoleForm>
      </div>
    </>
  )
}
