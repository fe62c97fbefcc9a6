import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openTerminal, type Terminal } from './terminal'

const SETTINGS = [
  'ACCEPT_ALL_COOKIES:TRUE',
  'DEFAULT_KEYPAD_MODE:LINKS_AND_FORM_FIELDS_ARE_NUMBERED',
  'CHARACTER_SET:utf-8',
]

/** Lynx by keys alone: links and fields have numbers, and a number goes there. */
export type Lynx = Pick<Terminal, 'sees' | 'screen' | 'keys' | 'close'> & {
  /** Goes to the first number that the words name as their only group, and types. */
  goTo: (words: RegExp, then?: string) => Promise<void>
}

export function openLynx(address: string): Lynx {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-lynx-'))
  const settings = path.join(folder, 'lynx.cfg')
  fs.writeFileSync(settings, SETTINGS.map((setting) => `${setting}\n`).join(''))
  const terminal = openTerminal('Lynx', `lynx -cfg=${settings} -nocolor -nopause '${address}'`, folder)
  return {
    ...terminal,
    goTo: async (words, then = '') => {
      await terminal.sees(words)
      terminal.press(`${words.exec(terminal.screen())?.[1]}\n`)
      await terminal.redrawn()
      terminal.press(then)
    },
    close: () => {
      terminal.close()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
