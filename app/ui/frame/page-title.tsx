import { useContext } from 'react'
import { UNSAFE_DataRouterStateContext as RouterState } from 'react-router'
import { useTranslation } from '../../i18n/use-translation'

/** What the tab and the history are called: the page first, then the product; before both, that a form was not taken. */
export function PageTitle({ children }: { children: string }) {
  const { t } = useTranslation(['common', 'ui'])
  // The form may belong to another route than the title: only the router knows what every action said.
  const answers = Object.values(useContext(RouterState)?.actionData ?? {})
  const title = `${children} · ${t('product')}`
  return <title>{answers.some(isWrong) ? t('ui:errorTitle', { title }) : title}</title>
}

function isWrong(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null || !('result' in answer)) return false
  const { result } = answer
  if ('alert' in answer && answer.alert) return true
  return typeof result === 'object' && result !== null && 'status' in result && result.status === 'error'
}
