import { describe, expect, it } from 'vitest'
import Devices from '../../../app/routes/settings/devices'
import Notifications from '../../../app/routes/settings/notifications'
import Passkeys from '../../../app/routes/settings/passkeys/list'
import { Permissions } from '../../../app/routes/settings/permissions'
import Archive from '../../../app/routes/settings/templates/archive'
import Templates from '../../../app/routes/settings/templates/list'
import { attribute, pageHtml, serverHtml, tagWith } from '../../support/render'

const words = (html: string) => html.replaceAll(/<[^>]*>/g, '')
const at = { at: '', text: 'today' }

describe('the trusted browsers', () => {
  const device = (id: string, more: object = {}) => ({
    id,
    device: 'Firefox · Windows',
    firstAt: at,
    lastAt: at,
    isThisOne: false,
    ...more,
  })
  const here = device('a', { isThisOne: true })
  const page = (devices: object[]) => pageHtml(Devices, { loaderData: { devices, kept: '180 days' } })

  it('can all be forgotten except the current one, when there are others', async () => {
    expect(await page([here, device('b')])).toContain('value="forget-others"')
    expect(await page([here])).not.toContain('forget-others')
    expect(await page([])).toContain('No browser is trusted now.')
  })

  it('each have a forget button with a name of its own, even an unknown browser', async () => {
    const html = await page([here, device('b', { device: null })])
    const names = [...html.matchAll(/<button[^>]*value="forget"[^>]*>/g)].map(([tag]) => attribute(tag, 'aria-label'))
    expect(names).toEqual(['Forget this browser', 'Forget Unknown browser'])
    expect(html.match(/>This browser</g)).toHaveLength(1)
  })

  it('are shown with how long they are kept', async () => {
    expect(await page([])).toContain('180 days')
  })
})

describe('the notification settings', () => {
  const page = (more: object) =>
    pageHtml(Notifications, {
      loaderData: {
        events: ['mention', 'invite_redeemed'],
        seen: '',
        channels: [
          { channel: 'email', by: 'email' },
          { channel: 'whatsapp', by: 'sms' },
        ],
        chosen: ['mention.whatsapp'],
        lacksEmail: false,
        ...more,
      },
    })

  it('are labelled checkboxes for each event and channel, ticked as chosen', async () => {
    const html = await page({})
    const boxes = [...html.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)].map(([tag]) => tag)
    expect(boxes.map((tag) => [attribute(tag, 'value'), tag.includes('checked')])).toEqual([
      ['mention.email', false],
      ['mention.whatsapp', true],
      ['invite_redeemed.email', false],
      ['invite_redeemed.whatsapp', false],
    ])
    expect(new Set(boxes.map((tag) => attribute(tag, 'aria-label'))).size).toBe(4)
    expect(attribute(boxes[1] ?? '', 'aria-label')).toContain(': SMS')
  })

  it('link to the account page for adding an email address only when there is none', async () => {
    expect(await page({ lacksEmail: true })).toMatch(/href="\/settings\/account"[^>]*>Add an email address</)
    expect(await page({})).not.toContain('Add an email address')
  })
})

it('the passkeys page says when the role requires one, and offers to add one only while there is room', async () => {
  const page = (more: object) =>
    pageHtml(Passkeys, { loaderData: { isAsked: false, mayAdd: true, passkeys: [], ...more } })
  const ASKED = 'your role must sign in with it'
  expect([(await page({ isAsked: true })).includes(ASKED), (await page({})).includes(ASKED)]).toEqual([true, false])
  const passkeys = [{ id: '1', name: 'Laptop', createdAt: at, lastUsedAt: null }]
  const one = await page({ passkeys })
  expect(one).toContain('aria-label="Remove the passkey Laptop"')
  expect(words(one)).toContain('Never')
  expect(one.match(/href="\/settings\/passkeys\/new"/g)).toHaveLength(1)
  expect(await page({ passkeys, mayAdd: false })).not.toContain('/settings/passkeys/new')
})

it('the permissions name the role of staff, and Partner for a person without a role', async () => {
  expect(words(await serverHtml(<Permissions role="manager" abilities={['invites.read']} />))).toContain('Manager')
  expect(words(await serverHtml(<Permissions role={null} abilities={[]} />))).toContain('Partner')
})

describe('the templates', () => {
  const template = {
    id: '1',
    text: 'Blurred',
    language: 'ru',
    use: 'rejection',
    types: [],
    documentTypes: [],
    isArchived: false,
    lacking: null,
    usedCount: 0,
    lastUsed: null,
  }
  const page = (more: object, mayEdit = true) =>
    pageHtml(Templates, {
      loaderData: {
        state: { sort: 'given', page: 1, pageSize: 10, usualPageSize: 10 },
        mayEdit,
        templates: [{ ...template, ...more }],
      },
    })

  it.each([
    [{}, 'Offered'],
    [{ lacking: 'Kazakh' }, 'Not offered. Languages missing: Kazakh'],
    [{ isArchived: true, lacking: 'Kazakh' }, 'Archived'],
  ])('show whether they are offered, archived or lack a language: %j', async (more, state) => {
    const html = await page(more)
    const cell = /data-label="Status"[^>]*>(.*?)<\/td>/.exec(html)?.[1] ?? ''
    expect(words(cell).trim()).toBe(state)
  })

  it('show how often and when they were used, and what they are for', async () => {
    const html = words(
      await page({ usedCount: 2, lastUsed: at, types: ['address_change'], documentTypes: ['tax_certificate'] }),
    )
    expect(html).toContain('2 times · today')
    expect(html).toContain('Address change, Tax certificate')
    const unused = words(await page({ lastUsed: at }))
    expect(unused).toContain('Never used')
    expect(unused).toContain('All applications')
  })

  it('are marked with their language, and have edit links only for those who may edit', async () => {
    const html = await page({})
    expect(tagWith(html, '<span', 'lang="ru"')).toContain('lang')
    expect(html).toContain('aria-label="Archive: Blurred"')
    expect(await page({ isArchived: true })).toContain('aria-label="Restore: Blurred"')
    const read = await page({}, false)
    expect(read).not.toMatch(/\/settings\/templates\/(1|new)|Archive:/)
  })

  it('are archived with a danger button and restored with a primary one', async () => {
    const dialog = (isArchived: boolean) =>
      pageHtml(Archive, { loaderData: { text: 'Blurred', isArchived, version: 3, closeTo: '/settings/templates' } })
    for (const [isArchived, look, seen] of [
      [false, 'danger', 'current'],
      [true, 'primary', 'archived'],
    ] as const) {
      const html = await dialog(isArchived)
      expect(tagWith(html.slice(html.indexOf('dialog-foot')), '<button')).toContain(`button-${look}`)
      expect(tagWith(html, 'name="seen"')).toContain(`value="${seen}"`)
    }
  })
})
