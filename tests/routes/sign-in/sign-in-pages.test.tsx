import { describe, expect, it } from 'vitest'
import ForgotPassword from '../../../app/routes/sign-in/forgot-password'
import KeepNumber from '../../../app/routes/sign-in/keep-number'
import SignIn from '../../../app/routes/sign-in/sign-in'
import Verify from '../../../app/routes/sign-in/verify'
import { pageHtml, tagWith } from '../../support/render'

const words = (html: string) => html.replaceAll(/<[^>]*>/g, '')

describe('the page that takes a code', () => {
  const page = (more: object = {}, answer: object | null = null) =>
    pageHtml(
      Verify,
      {
        loaderData: {
          target: '/',
          phone: '+77010000003',
          formattedPhone: '+7 701 000 00 03',
          resendInS: 0,
          channel: 'sms',
          channels: ['sms', 'whatsapp'],
          isDemo: false,
          keepsNoCookies: false,
          ...more,
        },
        actionData: answer && {
          result: { status: 'error', initialValue: {}, error: {} },
          alert: null,
          seen: {},
          ...answer,
        },
      },
      { at: '/verify' },
    )

  it('leads back to another number with the page that was asked for', async () => {
    expect(await page({ target: '/users/?page=2' })).toContain(
      'href="/sign-in?phone=%2B77010000003&amp;redirect=%2Fusers%2F%3Fpage%3D2"',
    )
    expect(await page()).toContain('href="/sign-in?phone=%2B77010000003"')
  })

  it('can send a code again to a number, and has nothing to send without one', async () => {
    expect(await page()).toContain('value="resend"')
    expect(words(await page())).toContain('+7 701 000 00 03')
    expect(await page({ phone: '', formattedPhone: '' })).not.toContain('value="resend"')
  })

  it('says how many tries are left, and only after a wrong one', async () => {
    expect(words(await page({}, { triesLeft: 3 }))).toMatch(/Attempts[^.]*3/)
    expect(words(await page())).not.toMatch(/Attempts/)
  })

  it('asks for a passkey where the code was right and is not enough', async () => {
    expect(await page({}, { needsPasskey: true })).toMatch(/data-passkey.*<noscript>.*Passkeys need JavaScript/)
    expect(await page()).not.toMatch(/data-passkey|<noscript>/)
  })

  it('says that cookies are off, and in a demo where the codes are', async () => {
    expect(tagWith(await page({ keepsNoCookies: true }), 'class="callout', 'role="alert"')).toContain('tone-red')
    expect(await page()).not.toMatch(/class="callout[^"]*" role="alert"|\/demo\/outbox/)
    expect(await page({ isDemo: true })).toContain('href="/demo/outbox"')
  })
})

it('the page of signing in leads to an invite code, to help, to the terms and, in a demo, to the codes', async () => {
  const page = (isDemo: boolean, target = '/users/?page=2') =>
    pageHtml(
      SignIn,
      { loaderData: { target, phone: '', channels: ['sms'], isDemo } },
      { at: `/sign-in?redirect=${target}` },
    )
  const html = await page(false)
  const kept = '?redirect=%2Fusers%2F%3Fpage%3D2'
  for (const address of ['/use-invite', `/forgot-password${kept}`, `/terms${kept}`, `/privacy${kept}`])
    expect(html).toContain(`href="${address}"`)
  expect(html).not.toMatch(/href="\/(terms|privacy)"/)
  expect(await page(false, '/')).toContain('href="/forgot-password"')
  expect(html).not.toContain('/demo/outbox')
  expect(tagWith(html, 'name="redirect"')).toContain('value="/users/?page=2"')
  expect(await page(true)).toContain('href="/demo/outbox"')
})

it('the page of signing in leads to the page that takes a code once this browser asked for one', async () => {
  const page = (hasCode: boolean, target: string) =>
    pageHtml(
      SignIn,
      { loaderData: { target, phone: '', channels: ['sms'], isDemo: false, hasCode } },
      { at: '/sign-in' },
    )
  expect(await page(true, '/users/?page=2')).toMatch(
    /<a[^>]*href="\/verify\?redirect=%2Fusers%2F%3Fpage%3D2"[^>]*>Enter the code</,
  )
  expect(await page(true, '/')).toContain('href="/verify"')
  expect(await page(false, '/')).not.toContain('/verify')
})

it('a number that was refused comes back with the way that was chosen', async () => {
  const chosen = async (channel: string) => {
    const answer = { result: { status: 'error', initialValue: { channel }, error: {} }, alert: null, seen: {} }
    const loaderData = { target: '/', phone: '', channels: ['sms', 'whatsapp'], isDemo: false }
    const html = await pageHtml(SignIn, { loaderData, actionData: answer }, { at: '/sign-in' })
    return [...html.matchAll(/<input[^>]*name="channel"[^>]*>/g)].filter(([tag]) => tag.includes('checked'))
  }
  for (const channel of ['sms', 'whatsapp'])
    expect((await chosen(channel)).map(([tag]) => tag)).toEqual([expect.stringContaining(`value="${channel}"`)])
})

it('the page of who cannot sign in leads back with the page to return to', async () => {
  const signInHref = '/sign-in?redirect=%2Fusers%2F%3Fpage%3D2'
  const html = await pageHtml(ForgotPassword, { loaderData: { id: '1', signInHref } }, { at: '/forgot-password' })
  const back = [...html.matchAll(/href="(\/sign-in[^"]*)"/g)].map(([, to]) => to)
  expect(back).toEqual([signInHref, signInHref])
})

it('a link that keeps a number asks first, says what it did, and says where it works no more', async () => {
  const page = (phone: string | null, isKept?: boolean) =>
    pageHtml(
      KeepNumber,
      {
        loaderData: { link: { request: '1', proof: 'x' }, phone },
        actionData:
          isKept === undefined ? undefined : { result: { initialValue: {}, error: {} }, alert: null, seen: {}, isKept },
      },
      { at: '/keep-number' },
    )
  const asks = await page('+7 701 •• 03')
  expect(words(asks)).toContain('+7 701 •• 03')
  expect(asks).toContain('<form')
  const [kept, gone] = [await page('+7 701 •• 03', true), await page(null)]
  for (const html of [kept, gone]) {
    expect(html).not.toMatch(/<form[^>]*method="post"/)
    expect(html).toContain('href="/sign-in"')
  }
  expect(tagWith(kept, 'role="status"', 'class="callout')).not.toContain('tone-amber')
  expect(tagWith(gone, 'role="status"', 'class="callout')).toContain('tone-amber')
})

it('the links of the page of signing in stand apart where nothing is styled', async () => {
  const loaderData = { target: '/', phone: '', channels: ['sms'], isDemo: false, hasCode: true }
  const html = await pageHtml(SignIn, { loaderData }, { at: '/sign-in' })
  expect(words(html)).toMatch(/Enter the code I have an invite code Trouble signing in\?/)
  expect(words(html)).toContain('Skip to content ')
  expect(words(html)).toContain('Terms Privacy policy')
})
