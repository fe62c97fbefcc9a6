import { use, type MouseEvent } from 'react'
import { useLocation, useMatches, href } from 'react-router'
import { withoutLanguage } from '../../../i18n/languages'
import { useTranslation } from '../../../i18n/use-translation'
import { FORM_FIELDS } from '../../../form-protocol'
import { ScriptedContext } from '../../scripted'
import { PostForm } from '../post-form'

/** The id of a page's one written form. */
export const WRITTEN_FORM_ID = 'written'
/** The id of the form that rejects a document, which may be on the page beside a decision. */
export const VERDICT_FORM_ID = 'verdict'
/** The id of the form for a note, on any page. */
export const NOTE_FORM_ID = 'note'

/** The address that keeps the text of the form at path `form` as its draft, and redirects to `to` when given. */
export function draftAddress(form: string, to?: string, chosen: Readonly<Record<string, string>> = {}): string {
  return `${href('/drafts')}?${new URLSearchParams({ form, ...(to !== undefined && { to }), ...chosen })}`
}

type WrittenForm = {
  id: string
  /** The path that its text is kept under; null when none is kept. */
  keptAt: string | null
}

/**
 * Attributes that attach a button outside the written form to it, so that a choice such as the language loses no typed text: the
 * text is kept and the page comes back, or, where none is kept, the form's own action draws it again. Null when the page has no
 * written form, or a script keeps the text.
 */
export function useWrittenFormButton() {
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

/** With script: a choice that reloads the page posts typed text that is not kept along, to be drawn again. */
export function useSubmitTypedText() {
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
    // When the page stays, the next submission must be the form alone.
    field.remove()
  }
}

/** The action for the page's own form when the address names a language, which would override the chosen one; undefined otherwise. */
function otherAction(here: string): string | undefined {
  const other = withoutLanguage(here)
  return other === here ? undefined : other
}

type Chosen = Readonly<Record<string, string>>

const chooses = (chosen: Chosen) => ({ name: FORM_FIELDS.chosen, value: String(new URLSearchParams(chosen)) })

/**
 * This page's written form. A route names it by `writes` in its handle: its id, or a function that finds it in the loader's data. A
 * route whose loader returns `restored` need not, and one that draws another address's form returns it as `openForm`, `rejection` or
 * `notes`.
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

/** Replaces a written form that can no longer be drawn, for the buttons attached to it. */
export const WrittenFormPlaceholder = () => <PostForm id={WRITTEN_FORM_ID} hidden />

/** The button that Enter presses: first in the form, before those that keep its text, remove a row or look something up. */
export function EnterButton({ form }: { form?: string }) {
  const { t } = useTranslation('common')
  return <button type="submit" form={form} hidden tabIndex={-1} aria-label={t('form.send')} />
}
