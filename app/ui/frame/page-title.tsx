import { createContext, use, useContext, type ReactNode } from 'react'
import { UNSAFE_DataRouterStateContext as RouterState } from 'react-router'
import { ScriptedContext } from '../scripted'
import { useTranslation } from '../../i18n/use-translation'

/** Whether a dialog stands over the page, and names the tab in its place. */
export const UnderDialog = createContext(false)

/** The heading of a page; under a dialog that is read before it, as it is without script, one of the second level. */
export function PageHeading({ children }: { children: ReactNode }) {
  const isUnderDialog = useContext(UnderDialog)
  return isUnderDialog && !use(ScriptedContext) ? (
    <h2 className="page-title">{children}</h2>
  ) : (
    <h1 className="page-title">{children}</h1>
  )
}

type TitlePart = string | false | null | undefined

/** What the tab and the history are called: the page, nearest first, then the product; before both, that a form was not taken. */
export function PageTitle({ children }: { children: string | readonly TitlePart[] }) {
  const { t } = useTranslation(['common', 'ui'])
  const isUnderDialog = useContext(UnderDialog)
  // The form may belong to another route than the title: only the router knows what every action said.
  const answers = Object.values(useContext(RouterState)?.actionData ?? {})
  const title = [children, t('product')].flat().filter(Boolean).join(' · ')
  if (isUnderDialog) return null
  return <title>{answers.some(isWrong) ? t('ui:errorTitle', { title }) : title}</title>
}

function isWrong(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null || !('result' in answer)) return false
  const { result } = answer
  if ('alert' in answer && answer.alert) return true
  // One that was only drawn anew, with another row or what was looked up, has none.
  return typeof result === 'object' && result !== null && 'status' in result && result.status !== undefined
}
