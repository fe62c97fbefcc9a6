import { use, type MouseEvent } from 'react'
import { useLocation, useMatches, href } from 'react-router'
import { withoutLanguage } from '../../../i18n/languages'
import { useTranslation } from '../../../i18n/use-translation'
import { FORM_FIELDS } from '../../../form-protocol'
import { ScriptedContext } from '../../scripted'
import { PostForm } from '../post-form'

/** The id of the one form of a page that is written in. */
export const WRITTEN_FORM_ID = 'written'
/** The id of the form that rejects a document, which may stand beside a decision. */
export const VERDICT_FORM_ID = 'verdict'
/** The id of the form of a note, on whatever page it stands. */
export const NOTE_FORM_ID = 'note'

/** Keeps the text of the form at a path as its draft, and leads on to an address, if one is given. */
export function draftAddress(form: string, to?: string, chosen: Readonly<Record<string, string>> = {}): string {
  return `${href('/drafts')}?${new URLSearchParams({ form, ...(to !== undefined && { to }), ...chosen })}`
}

type WrittenForm = {
  id: string
  /** The path that its text is kept under; null where nothing of it is kept. */
  keptAt: string | null
}

/**
 * What makes a button outside of the form that is written in one of its own, which chooses something and loses nothing that was typed: the
 * text is kept, and its page comes back; or where no text is kept, the form is drawn again by its own action. Null where nothing is
 * written, or where a script keeps it.
 */
export function useKeepingButton() {
  const { pathname, search, hash } = useLocation()
  const form = useWrittenForm()
  if (!form || use(ScriptedContext)) return null
  const { id, keptAt } = form
  const here = pathname + search + hash
  const formAction = id === WRITTEN_FORM_ID ? otherAction(here) : undefined
  return {
    form: id,
    choose: (chosen: Chosen) =>
      keptAt === null
        ? { ...chooses(chosen), form: id, formNoValidate: true, ...(formAction && { formAction }) }
        : { form: id, formAction: draftAddress(keptAt, here, chosen), formNoValidate: true },
  }
}

/** Where a script runs: a choice that loads the page anew sends along what is typed and kept nowhere, to be drawn again. */
export function useSendingAlong() {
  const { pathname, search } = useLocation()
  const form = useWrittenForm()
  if (!form || !use(ScriptedContext)) return null
  const ownAction = otherAction(pathname + search)
  return (event: MouseEvent, chosen: Chosen) => {
    const written = form.keptAt === null ? document.forms.namedItem(form.id) : null
    if (!written) return
    event.preventDefault()
    const field = Object.assign(document.createElement('input'), { type: 'hidden', ...chooses(chosen) })
    written.append(field)
    if (ownAction) written.action = ownAction
    written.submit()
    // Where the page stays, what is sent next is the form alone.
    field.remove()
  }
}

/** Where the page's own form has to be sent instead when the address names a language, which would win over the one that is chosen. */
function otherAction(here: string): string | undefined {
  const other = withoutLanguage(here)
  return other === here ? undefined : other
}

type Chosen = Readonly<Record<string, string>>

const chooses = (chosen: Chosen) => ({ name: FORM_FIELDS.chosen, value: String(new URLSearchParams(chosen)) })

/**
 * The form of this page that is written in. A page says by `writes` in its handle which one it is: its id, or how to tell it from what was
 * loaded. One whose loader gives `restored` need not, and one that draws the form of another address gives it as `openForm`, `rejection` or `notes`.
 */
function useWrittenForm(): WrittenForm | null {
  const { pathname } = useLocation()
  const matches = useMatches()
  return matches.map((match) => writtenForm(match, pathname)).findLast((found) => found !== null) ?? null
}

function writtenForm(
  { loaderData, handle }: { loaderData: unknown; handle: unknown },
  pathname: string,
): WrittenForm | null {
  if (!isObject(loaderData)) return null
  const writes = isObject(handle) ? handle.writes : undefined
  const said: unknown = typeof writes === 'function' ? (writes as (loaded: unknown) => unknown)(loaderData) : writes
  const id = typeof said === 'string' ? said : null
  if (loaderData.restored !== undefined) return { id: id ?? WRITTEN_FORM_ID, keptAt: pathname }
  const { openForm, rejection, content } = loaderData
  if (isObject(openForm) && openForm.restored !== undefined)
    return { id: WRITTEN_FORM_ID, keptAt: String(openForm.address) }
  if (isObject(rejection)) return { id: VERDICT_FORM_ID, keptAt: String(rejection.address) }
  const notes = loaderData.notes ?? (isObject(content) ? content.notes : null)
  if (isObject(notes)) return { id: NOTE_FORM_ID, keptAt: String(notes.address) }
  return id === null ? null : { id, keptAt: null }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Stands where the form that is written in cannot be drawn any more, for the buttons that belong to it. */
export const NothingWritten = () => <PostForm id={WRITTEN_FORM_ID} hidden />

/** What Enter presses: the first button of a form, before those that keep its text, remove a row or look something up. */
export function EnterButton({ form }: { form?: string }) {
  const { t } = useTranslation('common')
  return <button type="submit" form={form} hidden tabIndex={-1} aria-label={t('form.send')} />
}
