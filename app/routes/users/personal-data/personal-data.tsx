import { isolateName } from '../../../i18n/isolate-name'
import { useTranslation } from '../../../i18n/use-translation'
import { ButtonLink } from '../../../ui/button'
import { Callout } from '../../../ui/callout'
import { Panel } from '../../../ui/panel'
import { Sentence, UserText } from '../../../ui/user-text'
import { userAddress } from '../addresses'
import type { UserView } from '../user-view.server'

/** Who put this person's data on hold against erasing, since when, and why. */
export function HoldCallout({ hold }: { hold: NonNullable<UserView['hold']> }) {
  const { t } = useTranslation('users')
  return (
    <Callout kind="warn" title={t('hold.title')}>
      <Sentence>{t('hold.setBy', { name: isolateName(hold.setByName), at: hold.setAt })}</Sentence>{' '}
      <UserText as="span" className="whitespace-pre-line">
        {hold.reason}
      </UserText>
    </Callout>
  )
}

type PersonalDataProps = {
  person: Pick<UserView, 'user' | 'data' | 'hold' | 'mayHold'> & { listSearch: string }
}

/** What two superadmins together can do with this person's data, and its state; null for everybody else. */
export function PersonalData({ person: { user, data, hold, mayHold, listSearch } }: PersonalDataProps) {
  const { t } = useTranslation('users')
  if (!data && !mayHold) return null
  const open = data?.filter(({ request }) => request) ?? []
  return (
    <Panel
      title={t('data.title')}
      actions={
        <>
          {data?.map(({ kind }) => (
            <ButtonLink key={kind} to={userAddress(user.id, listSearch, kind)} preventScrollReset size="small">
              {t(`data.${kind}.open`)}
            </ButtonLink>
          ))}
          {mayHold ? (
            <ButtonLink to={userAddress(user.id, listSearch, 'hold')} preventScrollReset size="small">
              {t(`hold.${hold ? 'lift' : 'set'}.submit`)}
            </ButtonLink>
          ) : null}
        </>
      }
    >
      {open.length > 0 ? (
        <div className="grid gap-2">
          {open.map(({ kind, state, request }) => (
            <p key={kind}>
              <Sentence>
                {state === 'agreed'
                  ? t('data.export.ready', {
                      name: isolateName(request?.agreedByName ?? ''),
                      at: request?.takenUntil ?? '',
                    })
                  : t(`data.${kind}.proposedBy`, {
                      name: isolateName(request?.proposedByName ?? ''),
                      at: request?.proposedAt ?? '',
                    })}
              </Sentence>
              {state === 'proposed' ? ` ${t('data.secondPerson')}` : null}
            </p>
          ))}
        </div>
      ) : (
        <p className="text-ink-soft">{t('data.sentence')}</p>
      )}
    </Panel>
  )
}
