import { useTranslation } from 'react-i18next'
import type { Route } from './+types/shortcuts'
import { VERIFICATION_ACTION_NAMES, VERIFICATION_ACTIONS } from '../../domain/verifications/verification-actions'
import { permit } from '../../http/permit.server'
import { Callout } from '../../ui/callout'
import { PageHead } from '../../ui/page-head'
import { Panel } from '../../ui/panel'
import { GO_TO } from '../../ui/shortcuts'

export const handle = { texts: ['search', 'verifications'] }

export function loader({ context }: Route.LoaderArgs) {
  const { actor } = permit(context, 'settings.staff')
  return { isOn: actor.hasShortcuts }
}

const NAMES = {
  d: 'dashboard',
  v: 'verifications',
  o: 'organizations',
  i: 'inviteCodes',
  u: 'users',
  a: 'auditLog',
} as const satisfies Record<keyof typeof GO_TO, string>

export default function Shortcuts({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(['search', 'common', 'verifications'])
  const letters = Object.keys(GO_TO) as (keyof typeof GO_TO)[]
  return (
    <>
      <title>{t('shortcuts.title')}</title>
      <PageHead title={t('shortcuts.title')} sentence={t('shortcuts.sentence')} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {loaderData.isOn ? null : (
          <div className="lg:col-span-2">
            <Callout kind="quiet">{t('shortcuts.off')}</Callout>
          </div>
        )}
        <Keys
          title={t('shortcuts.anywhere')}
          rows={[
            { keys: ['Ctrl', 'K'], does: t('shortcuts.palette') },
            { keys: ['/'], does: t('shortcuts.search') },
            { keys: ['?'], does: t('shortcuts.sheet') },
            ...letters.map((letter) => ({ keys: ['G', letter.toUpperCase()], does: t(`common:nav.${NAMES[letter]}`) })),
          ]}
        />
        <Keys
          title={t('shortcuts.review')}
          rows={[
            { keys: ['J'], does: t('shortcuts.next') },
            { keys: ['K'], does: t('shortcuts.previous') },
            ...VERIFICATION_ACTION_NAMES.map((action) => ({
              keys: [VERIFICATION_ACTIONS[action].key.toUpperCase()],
              does: t(`verifications:action.${action}`),
            })),
          ]}
        />
      </div>
    </>
  )
}

function Keys({ title, rows }: { title: string; rows: { keys: string[]; does: string }[] }) {
  return (
    <Panel title={title} flush>
      <dl className="divide-y divide-line">
        {rows.map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4 px-4 py-2">
            <dt>{does}</dt>
            <dd className="flex gap-1" dir="ltr">
              {keys.map((key) => (
                <kbd key={key} className="kbd kbd-shown">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
