import { isolateName } from '../../../../i18n/isolate-name'
import { useTranslation } from '../../../../i18n/use-translation'
import { Facts } from '../../../../ui/facts'
import { Panel } from '../../../../ui/panel'
import type { ComparisonView } from './comparison-view.server'
import { UserText } from '../../../../ui/user-text'

/** Everything the applicant sent, section by section. */
export function AllSteps({ steps }: Pick<ComparisonView, 'steps'>) {
  const { t } = useTranslation('setup')
  return steps.map(({ step, rows }) => (
    <Panel key={step} title={t(`step.${step}`)}>
      <Facts
        facts={rows.map(({ label, branch, value }) => ({
          label: branch ? `${label} · ${isolateName(branch)}` : label,
          value: value ? <UserText>{value}</UserText> : null,
        }))}
      />
    </Panel>
  ))
}
