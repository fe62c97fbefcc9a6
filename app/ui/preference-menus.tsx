import { useTranslation } from 'react-i18next'
import { Form, useLocation } from 'react-router'
import { LANGUAGE_NAMES } from '../i18n/languages'
import { LANGUAGES, THEMES, type Language, type Theme } from '../vocabulary'
import type { IconName } from './icon'
import { Menu, MenuButton } from './menu'

const THEME_ICONS: Record<Theme, IconName> = { light: 'sun', dark: 'moon', system: 'monitor' }

/** Chooses the language; the page is loaded anew in it, at the same address. */
export function LanguageMenu({ language }: { language: Language }) {
  const { t } = useTranslation()
  return (
    <Menu label={t('language')} icon="globe">
      <PreferenceForm reloadDocument>
        {LANGUAGES.map((option) => (
          <MenuButton key={option} name="language" value={option} lang={option} chosen={option === language}>
            {LANGUAGE_NAMES[option]}
          </MenuButton>
        ))}
      </PreferenceForm>
    </Menu>
  )
}

/** Chooses light, dark or what the device says. */
export function ThemeMenu({ theme }: { theme: Theme }) {
  const { t } = useTranslation()
  return (
    <Menu label={t('theme.label')} icon={THEME_ICONS[theme]}>
      <PreferenceForm>
        {THEMES.map((option) => (
          <MenuButton key={option} name="theme" value={option} icon={THEME_ICONS[option]} chosen={option === theme}>
            {t(`theme.${option}`)}
          </MenuButton>
        ))}
      </PreferenceForm>
    </Menu>
  )
}

/** A form of `/preferences` that comes back to this very page. */
export function PreferenceForm({ reloadDocument, children }: { reloadDocument?: boolean; children: React.ReactNode }) {
  const { pathname, search, hash } = useLocation()
  return (
    <Form method="post" action="/preferences" reloadDocument={reloadDocument} preventScrollReset>
      <input type="hidden" name="redirect" value={pathname + search + hash} />
      {children}
    </Form>
  )
}
