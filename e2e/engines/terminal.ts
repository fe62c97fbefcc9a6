import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { STEP_LIMIT_MS, until } from './engine'

const REDRAW = '\x0c'
/** A screen comes in parts: it is whole once nothing was added for so many looks. */
const STILL_LOOKS = 3
const LOOK_EVERY_MS = 50
// eslint-disable-next-line no-control-regex
const COLOURS_AND_PLACES = /\x1b(\[[0-9;?]*[a-zA-Z]|[()][AB0]|[=>])/g

/** A text browser at a terminal of its own: what its screen shows, and the keys it is given. */
export type Terminal = {
  /** Waits until the screen holds these words; `look` moves the page between two looks. */
  sees: (words: RegExp, look?: () => void) => Promise<void>
  /** Waits for what another program writes to the screen, which gets no keys meanwhile. */
  hears: (words: string) => Promise<void>
  /** All on one line, as it was last drawn. */
  screen: () => string
  press: (keys: string) => void
  /** Presses keys that are counted by who knows how many of them a person needs. */
  pressUncounted: (keys: string) => void
  /** Waits until the keys were heard and their effect is on the screen. */
  redrawn: () => Promise<void>
  /** Pressed so far. */
  keys: () => number
  close: () => void
}

/** Starts a browser whose settings and history lie in `home`; on a screen of 400 rows few pages need to be scrolled. */
export function openTerminal(name: string, command: string, home: string, settings: NodeJS.ProcessEnv = {}): Terminal {
  const env = { ...process.env, HOME: home, TERM: 'xterm', LANG: 'C.UTF-8', ...settings }
  const terminal = spawn('script', ['-qfec', `stty rows 400 cols 140; exec ${command}`, '/dev/null'], { env })
  let drawn = ''
  let pressed = 0
  let lastKeys = ''
  terminal.stdout.on('data', (part: Buffer) => (drawn += part.toString('latin1')))
  const screen = () =>
    Buffer.from(drawn, 'latin1').toString('utf8').replaceAll(COLOURS_AND_PLACES, ' ').replaceAll(/\s+/g, ' ')
  const ended = new Promise<never>((_, reject) =>
    terminal.once('exit', (code, signal) =>
      reject(
        new Error(`${name} ended (${signal ?? code}) after ${JSON.stringify(lastKeys)}, with ${screen().slice(-2000)}`),
      ),
    ),
  )
  // It also ends when it is closed, while nobody waits.
  ended.catch(() => undefined)
  const whileOpen = (holds: () => boolean, what: string) =>
    Promise.race([until(() => Promise.resolve(holds()), what), ended])
  const write = (keys: string) => {
    lastKeys = keys
    terminal.stdin.write(keys)
  }
  /** What changes is drawn, and the whole when asked; keys are heard one after the other, so then all before were done. */
  const redrawn = async () => {
    drawn = ''
    let [looked, still] = [0, 0]
    terminal.stdin.write(REDRAW)
    await whileOpen(
      () => {
        still = drawn !== '' && drawn.length === looked ? still + 1 : 0
        looked = drawn.length
        return still >= STILL_LOOKS
      },
      `${name} to draw after ${JSON.stringify(lastKeys)}`,
    )
  }
  return {
    sees: async (words, look) => {
      // One look after the other: two at once would each move what the other looks at.
      for (const startedMs = performance.now(); ; await wait(LOOK_EVERY_MS)) {
        await redrawn()
        if (words.test(screen())) return
        if (performance.now() - startedMs > STEP_LIMIT_MS)
          throw new Error(`Waited for ${words} in ${name}, which shows ${screen().slice(0, 4000)}`)
        look?.()
      }
    },
    hears: (words) => whileOpen(() => drawn.includes(words), `"${words}" at the terminal of ${name}`),
    screen,
    press: (keys) => {
      pressed += keys.length
      write(keys)
    },
    pressUncounted: write,
    redrawn,
    keys: () => pressed,
    close: () => terminal.kill(),
  }
}
