import { isFrozen } from '../../../domain/organizations/status/organization-status'
import { isolateName } from '../../../i18n/isolate-name'
import { useTranslation } from '../../../i18n/use-translation'
import { Icon } from '../../../ui/icon'
import { Sentence } from '../../../ui/user-text'
import type { Desk } from '../review/read-review.server'

/** What prevents an approval of the application; the key of an impossible decision focuses it. */
export function MissingForApproval({ desk, refusedKeys }: { desk: Desk; refusedKeys: readonly string[] }) {
  const { t } = useTranslation('verifications')
  return (
    <section
      className="desk-missing"
      tabIndex={-1}
      aria-labelledby="missing-title"
      aria-describedby="missing"
      data-refused-keys={refusedKeys.join(' ')}
    >
      <h2 id="missing-title">{t('section.missing')}</h2>
      <MissingLines desk={desk} id="missing" />
    </section>
  )
}

/** The same inside the sheet of an approval, which covers the bar on a phone. */
export const MissingInSheet = ({ desk }: { desk: Desk }) =>
  desk.reviewed ? null : (
    <div className="desk-sheet-missing">
      <MissingLines desk={desk} />
    </div>
  )

/** The number of documents that an approval would verify: they do not prevent it. */
const countUnread = ({ documents, claim }: Desk) =>
  claim.may.claim ? 0 : (documents?.filter(({ isToVerify }) => isToVerify).length ?? 0)

function MissingLines({ desk, id }: { desk: Desk; id?: string }) {
  const { t } = useTranslation(['verifications', 'organizations'])
  const { missing } = desk
  const { status } = desk.organization
  const unread = countUnread(desk)
  const missingLabel = (item: NonNullable<Desk['missing']>[number]) => {
    if (item.kind === 'document') return t('missing.document', { fileName: isolateName(item.fileName) })
    if (item.kind === 'mode') return t('missing.mode', { mode: t(`organizations:mode.${item.presentMode}`) })
    return t(`missing.${item.kind}`)
  }
  return (
    <>
      {isFrozen(status) ? (
        <p className="desk-missing-line">
          <Icon name="alert-circle" />
          {t(`missing.organization.${status}`)}
        </p>
      ) : null}
      {unread > 0 ? (
        <p className="desk-missing-line">
          <Icon name="info" />
          {t('missing.unread', { count: unread })}
        </p>
      ) : null}
      {missing === null ? (
        <p id={id}>{t('missing.hidden')}</p>
      ) : missing.length === 0 ? (
        <p id={id} className="desk-missing-line">
          <Icon name="check-circle" />
          {t('missing.nothing')}
        </p>
      ) : (
        <ul id={id}>
          {missing.map((item) => (
            <li key={item.kind === 'document' ? item.documentId : item.kind} className="desk-missing-line">
              <Icon name={item.kind === 'mode' || item.kind === 'opening' ? 'info' : 'alert-circle'} />
              <span>
                <Sentence>{missingLabel(item)}</Sentence>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
