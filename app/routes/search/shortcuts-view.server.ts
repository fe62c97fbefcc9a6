import { VERIFICATION_ACTION_NAMES, VERIFICATION_ACTIONS } from '../../domain/verifications/verification-actions'
import type { TextKey } from '../../i18n/keys'
import { translate } from '../../i18n/texts.server'
import type { GO_TO } from '../../ui/frame/shortcuts'
import type { Language } from '../../vocabulary'

const PAGES = {
  d: 'common:nav.dashboard',
  v: 'common:nav.verifications',
  o: 'common:nav.organizations',
  i: 'common:nav.inviteCodes',
  u: 'common:nav.users',
  a: 'common:nav.auditLog',
} as const satisfies Record<keyof typeof GO_TO, TextKey>

/** Every key that acts, in words, so that the page and the sheet say the same. */
export function shortcutsView(language: Language) {
  const translateKey = (key: TextKey) => translate(language, { key })
  return {
    title: translateKey('search:shortcuts.title'),
    groups: [
      {
        title: translateKey('search:shortcuts.anywhere'),
        rows: [
          { keys: ['Ctrl', 'K'], does: translateKey('search:shortcuts.palette') },
          { keys: ['/'], does: translateKey('search:shortcuts.search') },
          { keys: ['?'], does: translateKey('search:shortcuts.sheet') },
          ...Object.entries(PAGES).map(([letter, key]) => ({
            keys: ['G', letter.toUpperCase()],
            does: translateKey(key),
          })),
        ],
      },
      {
        title: translateKey('search:shortcuts.lists'),
        rows: [
          { keys: ['J'], does: translateKey('search:shortcuts.rowDown') },
          { keys: ['K'], does: translateKey('search:shortcuts.rowUp') },
          { keys: ['Enter'], does: translateKey('search:shortcuts.rowOpen') },
          { keys: ['X'], does: translateKey('search:shortcuts.rowTick') },
        ],
      },
      {
        title: translateKey('search:shortcuts.review'),
        rows: [
          { keys: ['J'], does: translateKey('search:shortcuts.next') },
          { keys: ['K'], does: translateKey('search:shortcuts.previous') },
          ...VERIFICATION_ACTION_NAMES.map((action) => ({
            keys: [VERIFICATION_ACTIONS[action].key.toUpperCase()],
            does: translateKey(`verifications:action.${action}`),
          })),
        ],
      },
    ],
  }
}

export type ShortcutGroup = ReturnType<typeof shortcutsView>['groups'][number]
