import { useTranslation } from '../../i18n/use-translation'
import { ButtonLink } from '../../ui/button'
import type { DashboardView } from './dashboard-view.server'

type Work = NonNullable<DashboardView['work']>

/** The day in one sentence, and the one button that begins it. */
export function WorkSentence({ work }: { work: Work }) {
  const { t } = useTranslation('dashboard')
  const sentence = useSentence(work)
  return (
    <section className="work-sentence" aria-labelledby="work">
      <h2 id="work" className="sr-only">
        {t('work.label')}
      </h2>
      <p>{sentence}</p>
      {work.startHref ? (
        <ButtonLink to={work.startHref} variant="primary" icon="play">
          {t('work.start')}
        </ButtonLink>
      ) : null}
    </section>
  )
}

function useSentence({ waiting, late, withApplicants: count, nextDue: when }: Work): string {
  const { t } = useTranslation('dashboard')
  if (waiting > 0) {
    const waitingText = t('work.waiting', { count: waiting })
    return late > 0
      ? t('work.both', { waiting: waitingText, late: t('work.late', { count: late }) })
      : t('work.only', { waiting: waitingText })
  }
  const rest = when
    ? count > 0
      ? t('work.withApplicantsDue', { count, when })
      : t('work.due', { when })
    : count > 0
      ? t('work.withApplicants', { count })
      : ''
  return `${t('work.nothing')} ${rest}`.trim()
}
