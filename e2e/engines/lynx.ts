import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { until } from './engine'

const REDRAW = '\x0c'
// eslint-disable-next-line no-control-regex
const COLOURS_AND_PLACES = /\x1b(\[[0-9;?]*[a-zA-Z]|[()][AB0]|[=>])/g
const SETTINGS = [
  'ACCEPT_ALL_COOKIES:TRUE',
  'DEFAULT_KEYPAD_MODE:LINKS_AND_FORM_FIELDS_ARE_NUMBERED',
  'CHARACTER_SET:utf-8',
]

/** Lynx at a terminal of its own, by keys alone: links and fields have numbers, and a number goes there. */
export type Lynx = {
  /** Waits until the screen holds these words. */
  sees: (words: RegExp) => Promise<void>
  /** Goes to the first number that the words name as their only group, and types. */
  goTo: (words: RegExp, then?: string) => Promise<void>
  /** Pressed so far. */
  keys: () => number
  close: () => void
}

export function openLynx(address: string): Lynx {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-lynx-'))
  const settings = path.join(folder, 'lynx.cfg')
  fs.writeFileSync(settings, SETTINGS.map((setting) => `${setting}\n`).join(''))
  const command = `stty rows 400 cols 140; exec lynx -cfg=${settings} -nocolor -nopause '${address}'`
  const env = { ...process.env, HOME: folder, TERM: 'xterm', LANG: 'C.UTF-8' }
  const terminal = spawn('script', ['-qfec', command, '/dev/null'], { env })
  let drawn = ''
  let looked = 0
  let pressed = 0
  terminal.stdout.on('data', (part: Buffer) => (drawn += part.toString('latin1')))
  const press = (keys: string) => {
    pressed += keys.length
    terminal.stdin.write(keys)
  }
  const screen = () =>
    Buffer.from(drawn, 'latin1').toString('utf8').replaceAll(COLOURS_AND_PLACES, ' ').replaceAll(/\s+/g, ' ')
  /** Lynx draws what changes, and the whole when asked; it hears keys one after the other, so then all before were done. */
  const redrawn = async () => {
    drawn = ''
    looked = 0
    terminal.stdin.write(REDRAW)
    await until(async () => {
      const isStill = drawn !== '' && drawn.length === looked
      looked = drawn.length
      return isStill
    }, 'Lynx to draw')
  }
  const sees = async (words: RegExp) => {
    const find = async () => {
      await redrawn()
      return words.test(screen())
    }
    await until(find, `${words} in Lynx`).catch((error: Error) => {
      throw new Error(`${error.message}, which shows ${screen().slice(0, 4000)}`)
    })
  }
  return {
    sees,
    goTo: async (words, then = '') => {
      await sees(words)
      press(`${words.exec(screen())?.[1]}\n`)
      await redrawn()
      press(then)
    },
    keys: () => pressed,
    close: () => {
      terminal.kill()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
