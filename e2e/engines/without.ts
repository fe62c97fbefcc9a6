import { expect } from '../support/journey'
import { whileStopped } from '../support/own-console'
import type { Person } from './person'

/** Storage is forbidden, the console goes away, and a script is gone: a clear word, and a way on. */
export async function walkWithoutStorage(person: Person): Promise<void> {
  const path = async () => (await person.address()).pathname
  await person.open('/organizations/')
  await person.evaluate(forbidStorage)
  await person.press('Users')
  await person.sees('Last sign-in')
  await whileStopped(async () => {
    await person.press('Organizations')
    await person.sees('There is no connection.')
    expect(await path()).toBe('/users/')
  })
  await person.press('Try again')
  await person.arrives(/\/organizations\//)
  await person.sees('Operation mode')

  await person.evaluate(loseScriptOf, 'routes/inbox/list')
  await person.press('Inbox')
  await person.sees('Notes that mention you')
  expect(await path()).toBe('/inbox')
}

/** A browser that keeps no cookies is told that signing in needs them. */
export async function walkWithoutCookies(person: Person): Promise<void> {
  await person.forgetCookies()
  await person.open('/sign-in')
  await person.write('Phone number', `+7708${String(Date.now()).slice(-7)}`)
  await person.press('Send code')
  await person.arrives(/\/verify/)
  await person.forgetCookies()
  await person.enterCode('000000')
  await person.sees('Cookies are turned off in this browser')
}

const forbidStorage = () => {
  const forbid = () => {
    throw new DOMException('Storage is forbidden here', 'SecurityError')
  }
  for (const storage of ['sessionStorage', 'localStorage']) Object.defineProperty(window, storage, { get: forbid })
}

/** As after an update of the console, which takes the scripts before it away. */
const loseScriptOf = (route: string) => {
  const { __reactRouterManifest: manifest } = window as unknown as {
    __reactRouterManifest: { routes: Record<string, { module: string }> }
  }
  const found = manifest.routes[route]
  if (!found) throw new Error(`No route ${route}`)
  found.module = '/assets/gone-1.js'
}
