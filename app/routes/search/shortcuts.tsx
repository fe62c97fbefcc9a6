import type { Route } from './+types/shortcuts'
import { languageContext } from '../../context'
import { permit } from '../../http/sign-in/permit.server'
import { useTranslation } from '../../i18n/use-translation'
import { Callout } from '../../ui/callout'
import { PageHead } from '../../ui/frame/page-head'
import { PageTitle } from '../../ui/frame/page-title'
import { shortcutsView } from './shortcuts-view.server'
import { ShortcutList } from './shortcut-list'

export const handle = { texts: ['search'] }

export function loader({ context }: Route.LoaderArgs) {
  const { actor } = permit(context, 'settings.staff')
  return { isOn: actor.hasShortcuts, ...shortcutsView(context.get(languageContext)) }
}

export default function Shortcuts({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('search')
  return (
    <>
      <PageTitle>{loaderData.title}</PageTitle>
      <PageHead title={loaderData.title} sentence={t('shortcuts.sentence')} />
      {loaderData.isOn ? null : (
        <div className="mb-4">
          <Callout kind="quiet">{t('shortcuts.off')}</Callout>
        </div>
      )}
      <ShortcutList groups={loaderData.groups} />
    </>
  )
}
