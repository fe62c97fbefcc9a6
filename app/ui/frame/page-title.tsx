import { createContext, use, useContext, type ReactNode } from 'react'
import { UNSAFE_DataRouterStateContext as RouterState } from 'react-router'
import { ScriptedContext } from '../scripted'
import { useTranslation } from '../../i18n/use-translation'

/** Whether a dialog is open over the page and sets the tab's title. */
export const UnderDialog = createContext(false)

/** A page's heading; an h2 under a dialog without script, where the dialog is read first. */
export function PageHeading({ children }: { children: ReactNode }) {
  const isUnderDialog = useContext(UnderDialog)
  return isUnderDialog && !use(ScriptedContext) ? (
    <h2 className="page-title">{children}</h2>
  ) : (
    <h1 className="page-title">{children}</h1>
  )
}

type TitlePart = string | false | null | undefined

/** The title of the tab: the page, most specific part first, then the product; when a form was refused, says so first. */
export function PageTitle({ children }: { children: string | readonly TitlePart[] }) {
  const { t } = useTranslation(['common', 'ui'])
  const isUnderDialog = useContext(UnderDialog)
  // The form may belong to another route than the title: only the router has every action's answer.
  const answers = Object.values(useContext(RouterState)?.actionData ?? {})
  const title = [children, t('product')].flat().filter(Boolean).join(' · ')
  if (isUnderDialog) return null
  return <title>{answers.some(isWrong) ? t('ui:errorTitle', { title }) : title}</title>
}

function isWrong(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null || !('result' in answer)) return false
  const { result } = answer
  if ('alert' in answer && answer.alert) return true
  // A form that was only drawn again, with another row or a looked-up value, has no status.
  return typeof result === 'object' && result !== null && 'status' in result && result.status !== undefined
}
