import { createContext } from 'react'
import { useLocation, useMatches, href } from 'react-router'
import { useTranslation } from '../../i18n/use-translation'
import { useScripted } from '../scripted'
import { PostForm } from './post-form'

/** Whose forms these are: the account that the page was drawn for; empty where nobody is signed in. */
export const WriterContext = createContext('')

/** The id of the one form of a page that is written in. */
export const WRITTEN_FORM_ID = 'written'

/** Keeps the text of the form at a path as its draft, and leads on to an address, if one is given. */
export function draftAddress(form: string, to?: string, chosen: Readonly<Record<string, string>> = {}): string {
  return `${href('/drafts')}?${new URLSearchParams({ form, ...(to !== undefined && { to }), ...chosen })}`
}

/**
 * What makes a button outside of the form that is written in one of its own, which keeps the text, chooses something and comes back;
 * null where no form keeps its text, or where a script does. A page whose loader gives `restored` has such a form; one that draws the
 * form of another address gives it as `openForm`.
 */
export function useKeepingButton() {
  const { pathname, search, hash } = useLocation()
  const matches = useMatches()
  if (useScripted()) return null
  const form = matches.map(({ loaderData }) => keptFormOf(loaderData, pathname)).findLast((path) => path !== null)
  if (!form) return null
  return (chosen: Readonly<Record<string, string>>) => ({
    form: WRITTEN_FORM_ID,
    formAction: draftAddress(form, pathname + search + hash, chosen),
    formNoValidate: true,
  })
}

function keptFormOf(loaderData: unknown, pathname: string): string | null {
  if (!isObject(loaderData)) return null
  if (loaderData.restored !== undefined) return pathname
  const { openForm } = loaderData
  return isObject(openForm) && openForm.restored !== undefined ? String(openForm.address) : null
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Stands where the form that is written in cannot be drawn any more, for the buttons that belong to it. */
export const NothingWritten = () => <PostForm id={WRITTEN_FORM_ID} hidden />

/** What Enter presses: the first button of a form, before those that keep its text, remove a row or look something up. */
export function EnterButton({ form }: { form?: string }) {
  const { t } = useTranslation('common')
  return <button type="submit" form={form} hidden tabIndex={-1} aria-label={t('form.send')} />
}
