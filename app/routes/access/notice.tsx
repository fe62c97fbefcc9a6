import { useSay } from '../../i18n/use-say'
import { Callout } from '../../ui/callout'
import type { Refused } from './send-code-answer.server'

/** Why nothing was sent or compared, above the form. */
export function Notice({ notice }: { notice: Refused['notice'] | undefined }) {
  const say = useSay()
  if (!notice) return null
  return (
    <Callout kind="danger" role="alert" title={notice.title && say(notice.title)}>
      {say(notice.text)}
    </Callout>
  )
}
