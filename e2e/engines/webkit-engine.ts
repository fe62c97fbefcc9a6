import { spawn, type ChildProcess } from 'node:child_process'
import { freePort } from '../../scripts/probe/server-process'
import { HEIGHT, openPage, until, type Engine } from './engine'

const LONGEST_CALL_MS = 120_000

/** WebKit, the engine of Safari, as Debian's MiniBrowser under its WebDriver, on a screen of its own. */
export async function webkitEngine(miniBrowser: string): Promise<Engine> {
  const { screen, display } = await openScreen()
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11' },
  })
  process.once('exit', () => [driver, screen].map((child) => child.kill('SIGKILL')))
  const call = caller(`http://127.0.0.1:${port}`)
  await until(async () => Boolean(await call('GET', '/status')), 'WebKitWebDriver')
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        pageLoadStrategy: 'none',
        'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
      },
    },
  })
  const session = `/session/${sessionId}`
  const act = (source: object) => call<null>('POST', `${session}/actions`, { actions: [source] })
  const evaluate: Engine['evaluate'] = (inPage, ...args) =>
    call('POST', `${session}/execute/sync`, { script: `return (${String(inPage)}).apply(null, arguments)`, args })
  return {
    open: (address) => openPage(evaluate, address, () => call('POST', `${session}/url`, { url: address })),
    address: async () => new URL(await call<string>('GET', `${session}/url`)),
    evaluate,
    click: async ({ x, y }) => {
      const move = { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) }
      const press = [
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: [move, ...press] })
    },
    type: async (text) => {
      const keys = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })))
      await act({ type: 'key', id: 'keys', actions: keys })
    },
    widen: async (width) => {
      await call('POST', `${session}/window/rect`, { width, height: HEIGHT })
      await until(async () => Math.abs((await evaluate(widthOf)) - width) < 40, `a window of ${width} px`)
    },
    forgetCookies: async () => void (await call('DELETE', `${session}/cookie`)),
    close: async () => {
      await call('DELETE', session).catch(() => undefined)
      driver.kill()
      screen.kill()
    },
  }
}

/** The driver gives no sign of a new page, so the old one is marked. */
const widthOf = () => window.innerWidth

function caller(driver: string) {
  return async <Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Value> => {
    const content = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const answer = await fetch(driver + path, { method, ...content, signal: AbortSignal.timeout(LONGEST_CALL_MS) })
    const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } }
    if (value?.error) throw new Error(`${value.error}: ${value.message}`)
    return value
  }
}

/** A virtual screen; Xvfb picks a free number and writes it. */
async function openScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const number = await new Promise<string>((resolve, reject) => {
    screen.once('error', reject)
    screen.once('exit', () => reject(new Error('Xvfb ended by itself')))
    screen.stdout?.once('data', (line: Buffer) => resolve(line.toString().trim()))
  })
  return { screen, display: `:${number}` }
}
