import { useLocation, href } from 'react-router'
import { LANGUAGE_NAMES } from '../../i18n/languages'
import { useTranslation } from '../../i18n/use-translation'
import { LANGUAGES, THEMES, type Language, type Theme } from '../../vocabulary'
import { Button } from '../button'
import type { IconName } from '../icon'
import { EnterButton, useWrittenFormButton, useSubmitTypedText } from '../forms/kept/kept-form'
import { Menu, MenuButton } from '../menu'
import { PostForm } from '../forms/post-form'

const THEME_ICONS: Record<Theme, IconName> = { light: 'sun', dark: 'moon', system: 'monitor' }

/** Chooses the language and reloads the page in it, at the same address. */
export function LanguageMenu({ language }: { language: Language }) {
  const { t } = useTranslation()
  const chooses = usePreferenceButton()
  const submitTypedText = useSubmitTypedText()
  return (
    <Menu label={t('language')} icon="globe">
      <PreferenceForm reloadDocument>
        {LANGUAGES.map((option) => (
          <MenuButton
            key={option}
            {...chooses('language', option)}
            lang={option}
            chosen={option === language}
            onClick={submitTypedText ? (event) => submitTypedText(event, { language: option }) : undefined}
          >
            {LANGUAGE_NAMES[option]}
          </MenuButton>
        ))}
      </PreferenceForm>
    </Menu>
  )
}

/** Chooses light, dark or the device's theme. */
export function ThemeMenu({ theme }: { theme: Theme }) {
  const { t } = useTranslation()
  const chooses = usePreferenceButton()
  return (
    <Menu label={t('theme.label')} icon={THEME_ICONS[theme]}>
      <PreferenceForm>
        {THEMES.map((option) => (
          <MenuButton key={option} {...chooses('theme', option)} icon={THEME_ICONS[option]} chosen={option === theme}>
            {t(`theme.${option}`)}
          </MenuButton>
        ))}
      </PreferenceForm>
    </Menu>
  )
}

/** Switches the width of the sidebar. */
export function SidebarSwitch({ isCollapsed }: { isCollapsed: boolean }) {
  const { t } = useTranslation()
  const chooses = usePreferenceButton()
  return (
    <PreferenceForm>
      <Button
        type="submit"
        {...chooses('sidebar', isCollapsed ? 'open' : 'collapsed')}
        variant="quiet"
        icon="panel"
        iconOnly
      >
        {isCollapsed ? t('sidebar.expand') : t('sidebar.collapse')}
      </Button>
    </PreferenceForm>
  )
}

/** Attributes of a button that chooses a preference: of its own form, or of the written one, so that nothing typed is lost. */
function usePreferenceButton() {
  const keeps = useWrittenFormButton()
  return (name: string, value: string) => keeps?.choose({ [name]: value }) ?? { name, value }
}

/** A form for `/preferences` that returns to this page. */
function PreferenceForm({ reloadDocument, children }: { reloadDocument?: boolean; children: React.ReactNode }) {
  const { pathname, search, hash } = useLocation()
  const keeps = useWrittenFormButton()
  return (
    <PostForm action={href('/preferences')} reloadDocument={reloadDocument} preventScrollReset>
      <input type="hidden" name="redirect" value={pathname + search + hash} />
      {keeps ? <EnterButton form={keeps.form} /> : null}
      {children}
    </PostForm>
  )
}
