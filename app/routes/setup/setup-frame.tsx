import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Progress } from '../../domain/setup/setup-steps'
import { PageHead } from '../../ui/page-head'
import type { SetupStep } from '../../vocabulary'
import { setupPath } from './addresses'
import { StepNav } from './step-list'

type SetupFrameProps = { organizationId: string; progress: Progress; step: SetupStep; children: ReactNode }

/** One step of the setup with its place among the others. */
export function SetupFrame({ organizationId, progress, step, children }: SetupFrameProps) {
  const { t } = useTranslation('setup')
  const place = progress.findIndex((one) => one.step === step) + 1
  const done = progress.filter(({ isDone }) => isDone).length
  return (
    <>
      <title>{`${t(`step.${step}`)} · ${t('title')}`}</title>
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
