import type { Text, TextKey } from '../i18n/keys'
import { useSay } from '../i18n/use-say'
import { Callout } from './callout'

/** Why an access form did nothing. */
export type NoticeText = { title?: TextKey; text: Text }

/** Why nothing was sent or compared, above the form. */
export function Notice({ notice }: { notice: NoticeText | null | undefined }) {
  const say = useSay()
  if (!notice) return null
  return (
    <Callout kind="danger" role="alert" title={notice.title && say(notice.title)}>
      {say(notice.text)}
    </Callout>
  )
}
