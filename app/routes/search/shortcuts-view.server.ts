import { DECISIONS, VERIFICATION_ACTIONS } from '../../domain/verifications/verification-actions'
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

/** What each key of the desk does, with the label of what it presses; keys are named as in `aria-keyshortcuts`. */
const DESK = [
  ['j', 'search:shortcuts.next'],
  ['k', 'search:shortcuts.previous'],
  ['s', 'verifications:claim.claim'],
  ['s', 'verifications:claim.takeOver'],
  ['Shift+S', 'verifications:claim.release'],
  ['[', 'search:shortcuts.previousDocument'],
  [']', 'search:shortcuts.nextDocument'],
  ['+', 'verifications:document.zoomIn'],
  ['-', 'verifications:document.zoomOut'],
  ['.', 'verifications:document.rotate'],
  ['v', 'verifications:verdict.verify'],
  ['x', 'verifications:verdict.reject'],
  ...([...DECISIONS, 'resubmit'] as const).map(
    (action) => [VERIFICATION_ACTIONS[action].key, `verifications:action.${action}`] as const,
  ),
  ['y', 'verifications:second.agree.approve'],
  ['y', 'verifications:second.agree.reject'],
  ['Control+Enter', 'search:shortcuts.send'],
  ['Escape', 'search:shortcuts.leave'],
  ['u', 'verifications:undo.button'],
  ['Control+Z', 'verifications:undo.button'],
  ['n', 'notes:add'],
] as const satisfies (readonly [string, TextKey])[]

const KEYCAPS: Readonly<Record<string, string>> = { Control: 'Ctrl', Escape: 'Esc' }

/** Splits `Control+Z` into its two keys; a plus sign alone is a key. */
const keycaps = (name: string) =>
  (name === '+' ? ['+'] : name.split('+')).map(
    (key) => KEYCAPS[key] ?? key.replace(/^[a-z]$/, (letter) => letter.toUpperCase()),
  )

/** Returns all shortcuts in words, so that the page and the sheet show the same. */
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
        rows: DESK.map(([name, key]) => ({ keys: keycaps(name), does: translateKey(key) })),
      },
    ],
  }
}

export type ShortcutGroup = ReturnType<typeof shortcutsView>['groups'][number]
