import { useTranslation } from '../../../i18n/use-translation'
import { Callout } from '../../../ui/callout'
import { UserText } from '../../../ui/user-text'

/** An approval relies on every document, so this names those that nobody has opened. */
export function Unopened({ unopened, mustOpen }: { unopened: readonly string[]; mustOpen: boolean }) {
  const { t } = useTranslation('verifications')
  return unopened.length === 0 ? null : (
    <Callout
      kind="warn"
      title={mustOpen ? t('conflict.unopened') : t('dialog.approve.unopened', { count: unopened.length })}
    >
      {mustOpen ? <p>{t('dialog.approve.mustOpen')}</p> : null}
      <ul className="list-disc ps-5">
        {unopened.map((fileName, index) => (
          <li key={index} className="wrap-anywhere">
            <UserText>{fileName}</UserText>
          </li>
        ))}
      </ul>
    </Callout>
  )
}
