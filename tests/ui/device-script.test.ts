import fs from 'node:fs'
import vm from 'node:vm'
import { expect, it } from 'vitest'

const script = fs.readFileSync('app/ui/frame/plain/device.js', 'utf8')
const RANDOM = '0190a5c2-5a4e-7c3b-8f21-3d1f0b6a9c77'

/** The traits from which the specification makes the fingerprint. */
const BROWSER = {
  userAgent: 'Firefox',
  language: 'kk',
  platform: 'Linux',
  hardwareConcurrency: 8,
  width: 1280,
  height: 800,
  colorDepth: 24,
  timeZone: 'Asia/Almaty',
  canvas: 'data:image/png;base64,AAAA',
  now: 1_770_000_000_000,
}

/** The cookie that the script leaves in such a browser. */
function deviceOf(changes: Partial<typeof BROWSER> = {}): Promise<string> {
  const { userAgent, language, platform, hardwareConcurrency, timeZone, canvas, now, ...screen } = {
    ...BROWSER,
    ...changes,
  }
  return new Promise((resolve) => {
    vm.runInNewContext(script, {
      document: {
        createElement: () => ({ getContext: () => ({ fillText: () => {} }), toDataURL: () => canvas }),
        get cookie() {
          return `device_id=${RANDOM}`
        },
        set cookie(line: string) {
          resolve(line)
        },
      },
      navigator: { userAgent, language, platform, hardwareConcurrency },
      screen,
      Intl: { DateTimeFormat: () => ({ resolvedOptions: () => ({ timeZone }) }) },
      Date: { now: () => now },
      location: { protocol: 'https:' },
      crypto,
      TextEncoder,
    })
  })
}

it('the device cookie joins the fingerprint hash with the random id and lasts 7 days', async () => {
  const cookie = await deviceOf()
  expect(cookie).toMatch(
    new RegExp(`^device_id=[0-9a-f]{64}\\.${RANDOM}; Path=/; Max-Age=604800; SameSite=Lax; Secure$`),
  )
  expect(await deviceOf()).toBe(cookie)
})

it.each(Object.entries(BROWSER))('another %s gives another fingerprint', async (trait, value) => {
  const other = typeof value === 'number' ? value + 1 : `${value}x`
  expect(await deviceOf({ [trait]: other })).not.toBe(await deviceOf())
})
