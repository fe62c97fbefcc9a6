import { useLocation } from 'react-router'
import { INDEPENDENT_AFTER_DAYS } from '../../../domain/independent-people'
import { VERIFICATION_ACTIONS } from '../../../domain/verifications/verification-actions'
import { isolateName } from '../../../i18n/isolate-name'
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

/** The prepared decision that this person can agree to instead of making it; null when there is none. */
export const actionToAgreeTo = (prepared: PreparedView) =>
  prepared?.may && !prepared.dependence ? prepared.action : null

/** The decision that this person need not make: they prepared it, or it waits for their agreement. */
export const actionAlreadyPrepared = (prepared: PreparedView) =>
  prepared?.isMine ? prepared.action : actionToAgreeTo(prepared)

/** The id of the note about a prepared decision or a void vote. */
export const PREPARED_ID = 'prepared'

/** The id of the form that agrees to it; a phone's bar has its button too. */
export const AGREE_FORM_ID = 'agree'

type PreparedProps = { prepared: PreparedView; voidedOf: string | null }

/** What was prepared and by whom, or whose vote is void; null when neither. */
export function usePreparedTitle({ prepared, voidedOf }: PreparedProps): string | null {
  const { t } = useTranslation(['verifications', 'common'])
  if (voidedOf !== null) return t('second.void', { name: isolateName(voidedOf) })
  if (!prepared) return null
  const label = t('second.prepared', { name: isolateName(prepared.name) })
  return t('common:labelled', { label, value: t(`action.${prepared.action}`) })
}

/**
 * The decision that waits for a second person, with buttons to carry it out or give it back; or whose vote is void. The key of that
 * decision focuses it.
 */
export function PreparedNote({ prepared, voidedOf }: PreparedProps) {
  const { t } = useTranslation('verifications')
  const title = usePreparedTitle({ prepared, voidedOf })
  const agreed = actionToAgreeTo(prepared)
  if (title === null) return null
  return (
    <div
      id={PREPARED_ID}
      role="group"
      aria-labelledby={PREPARED_ID}
      tabIndex={-1}
      data-refused-keys={agreed ? VERIFICATION_ACTIONS[agreed].key : undefined}
    >
      <Callout kind={voidedOf === null ? 'info' : undefined} title={<Sentence>{title}</Sentence>}>
        {voidedOf === null && prepared ? <Waiting prepared={prepared} /> : t('second.again')}
      </Callout>
    </div>
  )
}

function Waiting({ prepared }: { prepared: Prepared }) {
  const { t } = useTranslation('verifications')
  return (
    <>
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
          {prepared.hasDocumentsToVerify ? <p>{t('second.voids')}</p> : null}
          <AgreeForm key={prepared.version} prepared={prepared} />
        </>
      ) : prepared.isMine ? null : (
        <p>{t('second.waits')}</p>
      )}
    </>
  )
}

type DependentProps = { prepared: Prepared; dependence: NonNullable<Prepared['dependence']> }

/** Why somebody else has to agree; this person can still give it back. */
function Dependent({ prepared, dependence: { how, name } }: DependentProps) {
  const { t } = useTranslation(['verifications', 'common'])
  const { search } = useLocation()
  return (
    <>
      <p>
        <Sentence>
          {t(`common:notIndependent.${how}`, { name: isolateName(name), days: INDEPENDENT_AFTER_DAYS })}
        </Sentence>
      </p>
      <Link data-act="second" className="link" to={prepared.address + search} preventScrollReset>
        {t('second.return')}
      </Link>
    </>
  )
}

function AgreeForm({ prepared }: { prepared: Prepared }) {
  const { t } = useTranslation('verifications')
  const { search } = useLocation()
  const form = useForm({ drawn: prepared, id: AGREE_FORM_ID, labels: {} })
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
      <Link data-act="second" className="link" to={address + search} preventScrollReset>
        {t('second.return')}
      </Link>
    </ConsoleForm>
  )
}
