import { randomUUID } from 'node:crypto'
import type { Route } from './+types/page'
import { servicesContext } from '../../../context'
import { noteInput } from '../../../domain/notes/input'
import { addNote } from '../../../domain/notes/notes.server'
import { failure } from '../../../http/answers/failures.server'
import { formAction } from '../../../http/forms/form-action.server'
import { cameFromPage, readNotes } from '../../../http/views/notes.server'
import { permit } from '../../../http/sign-in/permit.server'
import { useTranslation } from '../../../i18n/use-translation'
import { NotesPanel } from '../../../ui/notes/notes-panel'
import { PageHead } from '../../../ui/frame/page-head'
import { PageTitle } from '../../../ui/frame/page-title'
import { noteRefusal } from './note-refusal'
import { UserText } from '../../../ui/user-text'

export const handle = { texts: ['notes', 'organizations', 'verifications'] }

export async function loader({ context, params, url }: Route.LoaderArgs) {
  permit(context, 'notes')
  const from = cameFromPage(url.searchParams.get('from'), params.id)
  const notes = await readNotes(context, { organizationId: params.id, from })
  if (!notes) throw failure(context, 404)
  return { notes, from }
}

export async function action(args: Route.ActionArgs) {
  const noting = permit(args.context, 'notes')
  const { context, params, url } = args
  return formAction(args, {
    schema: noteInput,
    command: ({ id, ...note }, { requestId }) =>
      addNote(
        context.get(servicesContext),
        noting,
        { id: id ?? randomUUID(), organizationId: params.id, ...note },
        requestId,
      ),
    conflict: noteRefusal,
    done: () => ({ to: cameFromPage(url.searchParams.get('from'), params.id), toast: 'notes:toast.added' }),
  })
}

/** An organization's notes on a page of their own, where a refused note leads without script. */
export default function Notes({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('notes')
  const { notes, from } = loaderData
  return (
    <>
      <PageTitle>{[t('title'), notes.organizationName]}</PageTitle>
      <PageHead
        title={t('page')}
        crumbs={[{ label: notes.organizationName, to: from }, { label: t('page') }]}
        sentence={<UserText>{notes.organizationName}</UserText>}
      />
      <div className="max-w-3xl">
        <NotesPanel notes={notes} answer={actionData && 'result' in actionData ? actionData : undefined} />
      </div>
    </>
  )
}
