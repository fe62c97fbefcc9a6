import { describe, expect, it } from 'vitest'
import ForgotPassword from '../../../app/routes/sign-in/forgot-password'
import KeepNumber from '../../../app/routes/sign-in/keep-number'
import SignIn from '../../../app/routes/sign-in/sign-in'
import Verify from '../../../app/routes/sign-in/verify'
import { pageHtml, tagWith } from '../../support/render'

const words = (html: string) => html.replaceAll(/<[^>]*>/g, '')

describe('the code page', () => {
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

  it('links back to change the number, keeping the page to return to', async () => {
    expect(await page({ target: '/users/?page=2' })).toContain(
      'href="/sign-in?phone=%2B77010000003&amp;redirect=%2Fusers%2F%3Fpage%3D2"',
    )
    expect(await page()).toContain('href="/sign-in?phone=%2B77010000003"')
  })

  it('offers to send the code again only when it has a number', async () => {
    expect(await page()).toContain('value="resend"')
    expect(words(await page())).toContain('+7 701 000 00 03')
    expect(await page({ phone: '', formattedPhone: '' })).not.toContain('value="resend"')
  })

  it('says how many attempts are left, only after a wrong code', async () => {
    expect(words(await page({}, { triesLeft: 3 }))).toMatch(/Attempts[^.]*3/)
    expect(words(await page())).not.toMatch(/Attempts/)
  })

  it('asks for a passkey when the code is right but not enough', async () => {
    expect(await page({}, { needsPasskey: true })).toMatch(/data-passkey.*<noscript>.*Passkeys need JavaScript/)
    expect(await page()).not.toMatch(/data-passkey|<noscript>/)
  })

  it('says when cookies are off, and links to the outbox in a demo', async () => {
    expect(tagWith(await page({ keepsNoCookies: true }), 'class="callout', 'role="alert"')).toContain('tone-red')
    expect(await page()).not.toMatch(/class="callout[^"]*" role="alert"|\/demo\/outbox/)
    expect(await page({ isDemo: true })).toContain('href="/demo/outbox"')
  })
})

it('the sign-in page links to invite codes, help, terms, privacy and, in a demo, the outbox', async () => {
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

it('the sign-in page links to the code page only after this browser requested a code', async () => {
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

it('a refused number comes back with the channel that was chosen', async () => {
  const chosen = async (channel: string) => {
    const answer = { result: { status: 'error', initialValue: { channel }, error: {} }, alert: null, seen: {} }
    const loaderData = { target: '/', phone: '', channels: ['sms', 'whatsapp'], isDemo: false }
    const html = await pageHtml(SignIn, { loaderData, actionData: answer }, { at: '/sign-in' })
    return [...html.matchAll(/<input[^>]*name="channel"[^>]*>/g)].filter(([tag]) => tag.includes('checked'))
  }
  for (const channel of ['sms', 'whatsapp'])
    expect((await chosen(channel)).map(([tag]) => tag)).toEqual([expect.stringContaining(`value="${channel}"`)])
})

it('the forgot-password page links back to sign-in with the page to return to', async () => {
  const signInHref = '/sign-in?redirect=%2Fusers%2F%3Fpage%3D2'
  const html = await pageHtml(ForgotPassword, { loaderData: { id: '1', signInHref } }, { at: '/forgot-password' })
  const back = [...html.matchAll(/href="(\/sign-in[^"]*)"/g)].map(([, to]) => to)
  expect(back).toEqual([signInHref, signInHref])
})

it('the keep-number page asks first, then confirms, and says when its link no longer works', async () => {
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

it('the links of the sign-in page are separated by spaces when there are no styles', async () => {
  const loaderData = { target: '/', phone: '', channels: ['sms'], isDemo: false, hasCode: true }
  const html = await pageHtml(SignIn, { loaderData }, { at: '/sign-in' })
  expect(words(html)).toMatch(/Enter the code I have an invite code Trouble signing in\?/)
  expect(words(html)).toContain('Skip to content ')
  expect(words(html)).toContain('Terms Privacy policy')
})
