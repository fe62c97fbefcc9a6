import type { StepProgress } from '../../../domain/setup/setup-steps'
import { useTranslation } from '../../../i18n/use-translation'
import { Badge } from '../../../ui/badge'
import { Icon } from '../../../ui/icon'
import { stepPath, setupPath } from '../addresses'
import type { ReactNode } from 'react'
import { PageHead } from '../../../ui/frame/page-head'
import { PageTitle } from '../../../ui/frame/page-title'
import type { SetupStep } from '../../../vocabulary'
import { Link } from '../../../ui/link'

type StepListProps = { organizationId: string; progress: StepProgress }

type ListProps = {
  progress: StepProgress
  /** Steps with a text of the reader that is kept and not saved. */
  unsaved?: readonly SetupStep[]
  hrefOf: (step: SetupStep) => string | null
}

/** All steps with what they are about; each row leads to its form, where there is one for the reader. */
export function StepList({ progress, unsaved = [], hrefOf }: ListProps) {
  const { t } = useTranslation('setup')
  return (
    <ol>
      {progress.map(({ step, isDone }, index) => (
        <li
          key={step}
          className="relative flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-3 first:border-t-0 hover:bg-hover"
        >
          <span className={isDone ? 'text-ok' : 'text-ink-soft'}>
            {isDone ? (
              <Icon name="check-circle" size={20} />
            ) : (
              <span className="inline-block w-5 text-center">{index + 1}</span>
            )}
          </span>
          <span className="grid min-w-0 grow basis-48">
            <StepName href={hrefOf(step)}>{t(`step.${step}`)}</StepName>
            <span className="text-sm text-ink-soft">{t(`about.${step}`)}</span>
          </span>
          <span className="flex gap-2 max-sm:w-full max-sm:ps-8">
            {unsaved.includes(step) ? <Badge tone="amber">{t('notSaved')}</Badge> : null}
            <Badge tone={isDone ? 'green' : 'grey'}>{t(isDone ? 'done' : 'toDo')}</Badge>
          </span>
        </li>
      ))}
    </ol>
  )
}

function StepName({ href, children }: { href: string | null; children: string }) {
  if (!href) return <span className="font-semibold">{children}</span>
  return (
    <Link to={href} className="font-semibold after:absolute after:inset-0 hover:underline">
      {children}
    </Link>
  )
}

/** The steps beside the form of one, in short; not on narrow screens, where it would push the form down. */
function StepNav({ organizationId, progress, current }: StepListProps & { current: string }) {
  const { t } = useTranslation('setup')
  return (
    <nav aria-label={t('steps')} className="hidden lg:block">
      <ol className="grid gap-0.5">
        {progress.map(({ step, isDone }) => (
          <li key={step}>
            <Link
              to={stepPath(organizationId, step)}
              aria-current={step === current ? 'step' : undefined}
              className="flex items-center gap-2 rounded px-2 py-1.5 text-sm hover:bg-hover aria-[current]:bg-sunken aria-[current]:font-semibold"
            >
              <span className={isDone ? 'text-ok' : 'text-ink-soft'}>
                <Icon name={isDone ? 'check-circle' : 'minus'} label={t(isDone ? 'done' : 'toDo')} />
              </span>
              {t(`step.${step}`)}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

type SetupFrameProps = { organizationId: string; progress: StepProgress; step: SetupStep; children: ReactNode }

/** One step of the setup with its place among the others. */
export function SetupFrame({ organizationId, progress, step, children }: SetupFrameProps) {
  const { t } = useTranslation('setup')
  const place = progress.findIndex((one) => one.step === step) + 1
  const done = progress.filter(({ isDone }) => isDone).length
  return (
    <>
      <PageTitle>{[t(`step.${step}`), t('title')]}</PageTitle>
      <PageHead
        crumbs={[{ label: t('title'), to: setupPath(organizationId) }, { label: t(`step.${step}`) }]}
        title={t(`step.${step}`)}
        sentence={`${t('place', { place, total: progress.length })} · ${t('progress', { count: progress.length, done })}`}
      />
      <div className="grid items-start gap-6 lg:grid-cols-[14rem_minmax(0,44rem)]">
        <StepNav organizationId={organizationId} progress={progress} current={step} />
        <div className="grid min-w-0 gap-4">{children}</div>
      </div>
    </>
  )
}
