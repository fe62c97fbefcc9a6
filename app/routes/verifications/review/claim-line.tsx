import { useLocation } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation'
import { Button } from '../../../ui/button'
import { ConsoleForm } from '../../../ui/forms/console-form'
import { useForm } from '../../../ui/forms/form'
import { Icon } from '../../../ui/icon'
import { Kbd } from '../../../ui/kbd'
import { Time } from '../../../ui/time'
import type { ClaimView } from './claim-view.server'
import { usePresence } from './use-presence'

/** Whose the application is, since when, who else looks at it, and the buttons to change that. */
export function ClaimLine({ claim }: { claim: ClaimView }) {
  const { t } = useTranslation(['verifications', 'common'])
  const { holder, reserved, may, isMine, isWaiting } = claim
  const lookers = usePresence(claim.id, claim.isReviewer, claim.lookers)
  return (
    <section id="reviewer" tabIndex={-1} aria-label={t('claim.label')} className="grid gap-2">
      <p className={holder?.isIdle ? 'text-ink-soft' : undefined}>
        {holder ? (
          <bdi data-said="" data-live="">
            {isMine ? t('claim.mine') : t('claim.theirs', { name: holder.name })}
          </bdi>
        ) : reserved ? (
          <span data-said="" data-live="">
            {reserved.isForMe
              ? t('claim.reservedForMe', { time: reserved.until })
              : t('claim.reserved', { name: reserved.name, time: reserved.until })}
          </span>
        ) : isWaiting ? (
          <span data-said="" data-live="">
            {t('claim.free')}
          </span>
        ) : null}
        {holder?.since ? (
          <>
            {' · '}
            <Time {...holder.since} />
          </>
        ) : null}
        {holder?.isIdle && !isMine ? ` · ${t('claim.idle')}` : null}
      </p>
      {lookers.length > 0 ? (
        <p className="flex gap-2 text-ink-soft">
          <Icon name="eye" />
          {t('claim.alsoLooking', { names: lookers.reduce((before, next) => t('common:listed', { before, next })) })}
        </p>
      ) : null}
      {may.claim || may.release || may.takeOver ? <ClaimForm key={claim.version} claim={claim} /> : null}
    </section>
  )
}

/** Release stands where Claim stood: the focus goes to what was done instead, and the second half of a double click to nothing. */
function ClaimForm({ claim }: { claim: ClaimView }) {
  const { t } = useTranslation('verifications')
  const form = useForm({ drawn: claim, id: claim.isMine ? 'release' : 'claim', labels: {} })
  const { action, version, may } = form.drawn
  const { search } = useLocation()
  return (
    <ConsoleForm state={form} seen={{ version }} action={action + search} className="flex flex-wrap gap-2">
      {may.claim ? (
        <Button type="submit" name="intent" value="claim" variant="primary" aria-keyshortcuts="s">
          {t('claim.claim')}
          <Kbd>s</Kbd>
        </Button>
      ) : null}
      {may.takeOver ? (
        <Button type="submit" name="intent" value="take-over" aria-keyshortcuts="s">
          {t('claim.takeOver')}
          <Kbd>s</Kbd>
        </Button>
      ) : null}
      {may.release ? (
        <Button
          type="submit"
          name="intent"
          value="release"
          aria-keyshortcuts="Shift+S"
          onClick={(event) => event.detail > 1 && event.preventDefault()}
        >
          {t('claim.release')}
          <Kbd>⇧S</Kbd>
        </Button>
      ) : null}
    </ConsoleForm>
  )
}
