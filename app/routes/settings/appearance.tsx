import type { Route } from './+types/appearance'
import { servicesContext } from '../../context'
import { done, unchanged } from '../../domain/outcome'
import { appearanceInput } from '../../domain/settings/input'
import { isHttps } from '../../http/cookies/sealed-cookie.server'
import { formAction } from '../../http/forms/form-action.server'
import { permit } from '../../http/sign-in/permit.server'
import { preferenceCookies, readRequestPreferences } from '../../http/preferences/preferences.server'
import { useTranslation } from '../../i18n/use-translation'
import { RadioGroup } from '../../ui/forms/choices'
import { useForm } from '../../ui/forms/form'
import { WRITTEN_FORM_ID } from '../../ui/forms/kept/kept-form'
import { Panel } from '../../ui/panel'
import { DIRECTIONS, FONTS, THEMES } from '../../vocabulary'
import { SettingsForm } from './settings-form'

export const handle = { writes: WRITTEN_FORM_ID }

export async function loader({ request, context }: Route.LoaderArgs) {
  permit(context, 'settings.own')
  return readRequestPreferences(request, context)
}

/** Saves the console's appearance for this browser. */
export async function action(args: Route.ActionArgs) {
  permit(args.context, 'settings.own')
  const { env } = args.context.get(servicesContext)
  const now = readRequestPreferences(args.request, args.context)
  return formAction(args, {
    schema: appearanceInput,
    command: async ({ theme, font, dir }) =>
      theme === now.theme && font === now.font && dir === now.direction ? unchanged : done(undefined),
    done: (_outcome, chosen) => ({
      to: args.url.pathname,
      toast: 'settings:toast.saved',
      cookies: preferenceCookies(new Map(Object.entries(chosen)), isHttps(env)),
    }),
  })
}

export default function Appearance({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('settings')
  const { t: common } = useTranslation()
  const form = useForm({
    drawn: loaderData,
    answer: actionData,
    values: ({ theme, font, direction }) => ({ theme, font, dir: direction }),
    labels: { theme: common('theme.label'), font: t('appearance.font'), dir: t('appearance.direction') },
  })
  return (
    <Panel title={t('appearance.title')}>
      <SettingsForm state={form}>
        <RadioGroup
          {...form.field('theme')}
          options={THEMES.map((value) => ({ value, label: common(`theme.${value}`) }))}
        />
        <RadioGroup
          {...form.field('font')}
          options={FONTS.map((value) => ({ value, label: t(`appearance.fonts.${value}`) }))}
        />
        <RadioGroup
          {...form.field('dir')}
          help={t('appearance.directionHelp')}
          options={DIRECTIONS.map((value) => ({ value, label: t(`appearance.directions.${value}`) }))}
        />
      </SettingsForm>
    </Panel>
  )
}
