import type { Text, TextKey } from '../i18n/keys'
import { useTranslateKey } from '../i18n/use-translate-key'
import { Callout } from './callout'

/** Why an access form did nothing. */
export type NoticeText = { title?: TextKey; text: Text }

/** Why nothing was sent or compared, above the form. */
export function Notice({ notice }: { notice: NoticeText | null | undefined }) {
  const translateKey = useTranslateKey()
  if (!notice) return null
  return (
    <Callout kind="danger" role="alert" title={notice.title && translateKey(notice.title)}>
      {translateKey(notice.text)}
    </Callout>
  )
}
