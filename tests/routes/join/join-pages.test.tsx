import { describe, expect, it } from 'vitest'
import Onboarding from '../../../app/routes/join/onboarding'
import UseInvite from '../../../app/routes/join/use-invite'
import { pageHtml, tagWith } from '../../support/render'

const words = (html: string) => html.replaceAll(/<[^>]*>/g, '')

describe('the pages for joining', () => {
  const invite = { id: 'i', type: 'invite_to_user', role: 'cashier', organizationName: null, code: 'INV-1' }
  const steps = async (step: string, more: object | null = invite) => {
    const loaderData = { step, invite: more && { ...invite, ...more }, to: '/next', timeLeft: '20 min' }
    const html = await pageHtml(Onboarding, { loaderData })
    const rows = [...html.matchAll(/<li.*?<\/li>/gs)].map(([row]) => row)
    return { html, rows: rows.map(words), current: rows.map((row) => row.includes('aria-current="step"')) }
  }

  it('mark each step as done, current or not started', async () => {
    const { rows, current } = await steps('you')
    expect(rows.map((row) => /(done|current|not started)$/.exec(row.replace(/You are joining.*/, ''))?.[1])).toEqual([
      'done',
      'current',
      'not started',
      'not started',
    ])
    expect(current).toEqual([false, true, false, false])
  })

  it('begin with a code, and offer to start over once there is one', async () => {
    const { html } = await steps('invite', null)
    expect(html).toContain('>Start<')
    expect(html).not.toContain('Start over')
    const later = await steps('code')
    expect(later.html).toContain('>Continue<')
    expect(later.html).toMatch(/href="\/use-invite\?other"[^>]*>Start over</)
    expect(later.html).toContain('Time left to finish: 20 min')
  })

  it('end with the setup of the organization for a logistics provider, and with Done for staff', async () => {
    expect((await steps('you')).rows.at(-1)).toContain('Done')
    expect((await steps('you', { type: 'invite_logistic_provider' })).rows.at(-1)).toContain('Set up your organization')
  })

  it.each([
    [{}, 'You are joining as staff. Role: Cashier.'],
    [{ type: 'invite_logistic_provider', role: null }, 'You are joining as a logistics provider'],
    [
      { type: 'invite_to_organization', role: null, organizationName: 'Steppe Freight' },
      'You are joining Steppe Freight.',
    ],
  ])('say where a code leads: %j', async (more, sentence) => {
    expect((await steps('you', more)).rows[0]).toContain(sentence)
  })

  const form = (more: object) =>
    pageHtml(UseInvite, {
      loaderData: {
        invite: null,
        refusal: null,
        isOther: false,
        keepsNoCookies: false,
        code: '',
        signedInAs: null,
        ...more,
      },
    })

  it('tell signed-in users who they are signed in as', async () => {
    expect(words(await form({ signedInAs: 'Olga' }))).toContain('You are signed in as Olga.')
    expect(words(await form({}))).not.toContain('signed in as')
  })

  it('say that cookies are off, and that a verified code no longer works', async () => {
    expect(tagWith(await form({ keepsNoCookies: true }), 'role="alert"')).toContain('callout')
    expect(words(await form({ refusal: 'expired' }))).toContain('Failed to verify invite code')
    expect(await form({})).not.toMatch(/role="alert"[^>]*class="callout|class="callout[^>]*role="alert"/)
  })

  it('keep ?other in the form for another code', async () => {
    expect(await form({ isOther: true })).toContain('action="/use-invite?other"')
    expect(await form({})).toContain('action="/use-invite"')
  })
})
