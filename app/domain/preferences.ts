import { DIRECTIONS, FONTS, THEMES, type Direction, type Font, type Theme } from '../vocabulary'

/** How the console looks to one browser (specification 3, Preferences); kept in cookies. */
export type Preferences = { theme: Theme; font: Font; direction: Direction; isSidebarCollapsed: boolean }

export const PREFERENCE_COOKIES = {
  theme: 'vite-ui-theme',
  font: 'font',
  direction: 'dir',
  sidebar: 'sidebar',
} as const

export const PREFERENCE_MAX_AGE_S = 365 * 24 * 3600
/** For cookies whose age the specification does not give. */
export const DEFAULT_COOKIE_MAX_AGE_S = 7 * 24 * 3600

const member = <Value extends string>(list: readonly Value[], value: string | null, fallback: Value): Value =>
  list.find((known) => known === value) ?? fallback

/** Preferences from cookie values; anything unknown falls back to the default. */
export function readPreferences(cookie: (name: string) => string | null): Preferences {
  return {
    theme: member(THEMES, cookie(PREFERENCE_COOKIES.theme), 'system'),
    font: member(FONTS, cookie(PREFERENCE_COOKIES.font), 'inter'),
    direction: member(DIRECTIONS, cookie(PREFERENCE_COOKIES.direction), 'ltr'),
    isSidebarCollapsed: cookie(PREFERENCE_COOKIES.sidebar) === 'collapsed',
  }
}
