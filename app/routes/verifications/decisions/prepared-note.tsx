import { useLocation } from 'react-router'
import { INDEPENDENT_AFTER_DAYS } from '../../../domain/independent-people'
import { named } from '../../../i18n/name-marks'
import { useTranslation } from '../../../i18n/use-translation'
import { SubmitButton } from '../../../ui/button'
import { Callout } from '../../../ui/callout'
import { ConsoleForm } from '../../../ui/forms/console-form'
import { useForm } from '../../../ui/forms/form'
import { Kbd } from '../../../ui/kbd'
import type { PreparedView } from './prepared-view.server'
import { Unopened } from './unopened'
import { Sentence, UserText } from '../../../ui/user-text'
import { Link } from '../../../ui/link'

type Prepared = NonNullable<PreparedView>

/** What waits for a second person, with the press that carries it out and the way to give it back; or whose vote is void. */
export function PreparedNote({ prepared, voidedOf }: { prepared: PreparedView; voidedOf: string | null }) {
  const { t } = useTranslation(['verifications', 'common'])
  if (voidedOf !== null)
    return (
      <Callout title={<Sentence>{t('second.void', { name: named(voidedOf) })}</Sentence>}>{t('second.again')}</Callout>
    )
  if (!prepared) return null
  return (
    <Callout
      kind="info"
      title={
        <Sentence>
          {t('common:labelled', {
            label: t('second.prepared', { name: named(prepared.name) }),
            value: t(`action.${prepared.action}`),
          })}
        </Sentence>
      }
    >
      {prepared.note ? (
        <UserText as="p" className="whitespace-pre-line">
          {prepared.note}
        </UserText>
      ) : null}
      {prepared.may && prepared.dependence ? (
        <Dependent prepared={prepared} dependence={prepared.dependence} />
      ) : prepared.may ? (
        <>
          <Unopened {...prepared} />
          <AgreeForm key={prepared.version} prepared={prepared} />
        </>
      ) : (
        <p>{t('second.waits')}</p>
      )}
    </Callout>
  )
}

type DependentProps = { prepared: Prepared; dependence: NonNullable<Prepared['dependence']> }

/** Why somebody else has to agree; to give it back is open to them. */
function Dependent({ prepared, dependence: { how, name } }: DependentProps) {
  const { t } = useTranslation(['verifications', 'common'])
  const { search } = useLocation()
  return (
    <>
      <p>
        <Sentence>{t(`common:notIndependent.${how}`, { name: named(name), days: INDEPENDENT_AFTER_DAYS })}</Sentence>
      </p>
      <Link className="link" to={prepared.address + search} preventScrollReset>
        {t('second.return')}
      </Link>
    </>
  )
}

function AgreeForm({ prepared }: { prepared: Prepared }) {
  const { t } = useTranslation('verifications')
  const { search } = useLocation()
  const form = useForm({ drawn: prepared, id: 'agree', labels: {} })
  const { address, version, action } = form.drawn
  return (
    <ConsoleForm
      state={form}
      seen={{ version }}
      action={address + search}
      className="flex flex-wrap items-center gap-3"
    >
      <SubmitButton name="intent" value="agree" aria-keyshortcuts="y">
        {t(`second.agree.${action}`)}
        <Kbd>y</Kbd>
      </SubmitButton>
      <Link className="link" to={address + search} preventScrollReset>
        {t('second.return')}
      </Link>
    </ConsoleForm>
  )
}
