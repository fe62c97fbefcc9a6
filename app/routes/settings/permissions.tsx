import type { Ability } from '../../domain/access'
import { useTranslation } from '../../i18n/use-translation'
import { Icon } from '../../ui/icon'
import { Panel } from '../../ui/panel'
import type { Role } from '../../vocabulary'

/** What the person's role allows, in words. */
export function Permissions({ role, abilities }: { role: Role | null; abilities: readonly Ability[] }) {
  const { t } = useTranslation(['settings', 'common'])
  return (
    <Panel title={t('permissions.title')}>
      <p className="mb-3 text-sm text-ink-soft">
        {t('permissions.role', { role: role ? t(`common:role.${role}`) : t('common:partner') })}
      </p>
      <ul className="grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
        {abilities.map((ability) => (
          <li key={ability} className="flex items-start gap-2">
            <span className="mt-0.5 text-ink-soft">
              <Icon name="check" />
            </span>
            {t(`ability.${ability}`)}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
