import { createContext, useContext } from 'react'
import { UNSAFE_DataRouterStateContext as RouterState } from 'react-router'
import { useTranslation } from '../../i18n/use-translation'

/** Whether a dialog that stands over the page names the tab in its place. */
export const UnderDialog = createContext(false)

/** What the tab and the history are called: the page first, then the product; before both, that a form was not taken. */
export function PageTitle({ children }: { children: string }) {
  const { t } = useTranslation(['common', 'ui'])
  const isUnderDialog = useContext(UnderDialog)
  // The form may belong to another route than the title: only the router knows what every action said.
  const answers = Object.values(useContext(RouterState)?.actionData ?? {})
  const title = `${children} · ${t('product')}`
  if (isUnderDialog) return null
  return <title>{answers.some(isWrong) ? t('ui:errorTitle', { title }) : title}</title>
}

function isWrong(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null || !('result' in answer)) return false
  const { result } = answer
  if ('alert' in answer && answer.alert) return true
  return typeof result === 'object' && result !== null && 'status' in result && result.status === 'error'
}
