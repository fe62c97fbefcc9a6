import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openTerminal, type Terminal } from './terminal'

const READY = 'Type the text, then Ctrl+D'
/** The program that w3m opens for a text of several lines. */
const EDITOR = `#!/bin/sh\necho '${READY}'; exec cat > "$1"\n`
const END = '\x04'
const PAGE_DOWN = ' '
const TOP = 'g'
const NEXT = '\t'
const ENTER = '\n'

/** w3m by keys alone: links and fields have numbers, and buttons are searched for by their words. */
export type W3m = Pick<Terminal, 'sees' | 'keys' | 'close'> & {
  /** Opens the link that the words name the number of as their only group. */
  follow: (words: RegExp) => Promise<void>
  /** Types into the field with that number. */
  write: (words: RegExp, text: string) => Promise<void>
  /** Types several lines into the field after this label: such a field shows no number. */
  writeText: (label: string, text: string) => Promise<void>
  /** Presses the button with these words, which are the first of their kind; `$` ends a line for w3m. */
  push: (words: string) => Promise<void>
}

export function openW3m(address: string): W3m {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-w3m-'))
  const editor = path.join(folder, 'editor')
  fs.writeFileSync(editor, EDITOR, { mode: 0o755 })
  const options = '-cookie -o accept_cookie=1 -o display_link_number=1 -o wrap_search=1'
  const terminal = openTerminal('w3m', `w3m ${options} '${address}'`, folder, { EDITOR: editor, VISUAL: editor })
  /** By which a person would have come to what was looked for, without looking while its page had not come yet. */
  let moves = 0
  /** It draws 200 lines at most: reads on below them, and from the top when that was the end. */
  const sees = async (words: RegExp) => {
    let last = ''
    let moved = 0
    await terminal.sees(words, () => {
      const isEnd = terminal.screen() === last
      terminal.pressUncounted(isEnd ? TOP : PAGE_DOWN)
      moved = isEnd ? TOP.length : moved + PAGE_DOWN.length
      last = terminal.screen()
    })
    moves += moved
  }
  const search = async (words: string) => {
    await sees(new RegExp(words.replace('$', '')))
    terminal.press(`/${words}${ENTER}`)
    await terminal.redrawn()
  }
  const goTo = async (words: RegExp) => {
    await sees(words)
    terminal.press(`${words.exec(terminal.screen())?.[1]}[`)
    await terminal.redrawn()
    terminal.press(ENTER)
  }
  return {
    ...terminal,
    sees,
    keys: () => terminal.keys() + moves,
    follow: goTo,
    write: async (words, text) => {
      await goTo(words)
      await terminal.redrawn()
      terminal.press(text + ENTER)
    },
    writeText: async (label, text) => {
      await search(label)
      terminal.press(NEXT + ENTER)
      await terminal.hears(READY)
      terminal.press(`${text}${ENTER}${END}`)
    },
    push: async (words) => {
      await search(words)
      terminal.press(ENTER)
    },
    close: () => {
      terminal.close()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
