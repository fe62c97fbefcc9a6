import { useLocation } from 'react-router'
import { isolateName } from '../../../i18n/isolate-name'
import { useTranslation } from '../../../i18n/use-translation'
import { Button } from '../../../ui/button'
import { ConsoleForm } from '../../../ui/forms/console-form'
import { useForm } from '../../../ui/forms/form'
import { Icon } from '../../../ui/icon'
import { Kbd } from '../../../ui/kbd'
import { Time } from '../../../ui/time'
import { Sentence } from '../../../ui/user-text'
import type { ClaimView } from './claim-view.server'
import { usePresence } from './use-presence'

/** Who has claimed the application, since when, who else looks at it, and the buttons to change that. */
export function ClaimLine({ claim }: { claim: ClaimView }) {
  const { t } = useTranslation(['verifications', 'common'])
  const { holder, reserved, may, isMine, isWaiting } = claim
  const viewers = usePresence(claim.id, claim.isReviewer, claim.viewers)
  const listed = (before: string, next: string) => t('common:listed', { before, next })
  const sentence = holder
    ? isMine
      ? t('claim.mine')
      : t('claim.theirs', { name: isolateName(holder.name) })
    : reserved
      ? reserved.isForMe
        ? t('claim.reservedForMe', { time: reserved.until })
        : t('claim.reserved', { name: isolateName(reserved.name), time: reserved.until })
      : isWaiting && t('claim.free')
  return (
    <section id="reviewer" tabIndex={-1} aria-label={t('claim.label')} className="desk-claim">
      <p className={holder?.isIdle ? 'text-ink-soft' : undefined}>
        {sentence ? (
          <bdi data-said={sentence} data-live="">
            <Sentence>{sentence}</Sentence>
          </bdi>
        ) : null}
        {holder?.since ? (
          <>
            {' · '}
            <Time {...holder.since} />
          </>
        ) : null}
        {holder?.isIdle && !isMine ? ` · ${t('claim.idle')}` : null}
      </p>
      {viewers.length > 0 ? (
        <p className="flex gap-2 text-ink-soft">
          <Icon name="eye" />
          <span>
            <Sentence>{t('claim.alsoLooking', { names: viewers.map(isolateName).reduce(listed) })}</Sentence>
          </span>
        </p>
      ) : null}
      {may.claim || may.release || may.takeOver ? <ClaimForm key={claim.version} claim={claim} /> : null}
    </section>
  )
}

/** Release takes the place of Claim, so the focus moves to what was just done. */
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
        <Button type="submit" name="intent" value="release" aria-keyshortcuts="Shift+S">
          {t('claim.release')}
          <Kbd>⇧S</Kbd>
        </Button>
      ) : null}
    </ConsoleForm>
  )
}
