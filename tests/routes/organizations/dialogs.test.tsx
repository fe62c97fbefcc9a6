import { describe, expect, it } from 'vitest'
import Access from '../../../app/routes/organizations/change-access'
import Status from '../../../app/routes/organizations/change-status'
import Verdict from '../../../app/routes/organizations/documents/verdict'
import RemoveBrand from '../../../app/routes/organizations/edit/remove-brand'
import Section from '../../../app/routes/organizations/edit/section'
import EditNote from '../../../app/routes/organizations/notes/note'
import { pageHtml, tagWith } from '../../support/render'

const words = (html: string) => html.replaceAll(/<[^>]*>/g, '')
/** The answer of an action whose form is drawn again. */
const answered = (more: object) => ({
  result: { status: 'error', initialValue: {}, error: {} },
  alert: null,
  seen: {},
  ...more,
})
const button = (html: string) => tagWith(html.slice(html.indexOf('dialog-foot')), '<button')

describe('the dialog for a change of status', () => {
  const dialog = (more: object, actionData?: unknown) =>
    pageHtml(
      Status,
      {
        loaderData: {
          change: 'suspend',
          name: 'Altai',
          reason: 'required',
          status: 'active',
          version: 1,
          openCount: 0,
          isOpen: true,
          closeTo: '/organizations/1',
          ...more,
        },
        actionData,
      },
      { at: '/organizations/1/suspend' },
    )

  it.each([
    ['suspend', 'danger', true],
    ['archive', 'danger', true],
    ['activate', 'primary', false],
    ['reactivate', 'primary', false],
  ])('to %s has a %s button and says that applications stay open: %s', async (change, look, isSaid) => {
    const html = await dialog({ change, openCount: 2 })
    expect(button(html)).toContain(`button-${look}`)
    expect(words(html).includes('2 applications are still open.')).toBe(isSaid)
  })

  it('says that approving what stays open changes nothing any more when archiving, but not when suspending', async () => {
    const changesNothing = 'but approving no longer changes anything in the organization.'
    for (const [change, isSaid] of [
      ['suspend', false],
      ['archive', true],
    ] as const)
      expect(words(await dialog({ change, openCount: 1 })).includes(changesNothing), change).toBe(isSaid)
  })

  it('has a field for the reason only where one is taken', async () => {
    expect(await dialog({})).toContain('name="reason"')
    expect(await dialog({ reason: 'none' })).not.toContain('name="reason"')
    expect(words(await dialog({}))).not.toContain('still open')
  })

  it('can be sent again after another change, but not once the status no longer allows it', async () => {
    const stale = await dialog({}, answered({ conflict: { because: 'stale', status: 'active', version: 2 } }))
    expect(words(stale)).toContain('Someone else has changed this')
    expect(stale).toContain('name="reason"')
    const state = await dialog({}, answered({ conflict: { because: 'state', status: 'archived', version: 2 } }))
    expect(words(state)).toContain('The organization is now: Archived.')
    expect(state).not.toContain('name="reason"')
    expect(words(await dialog({ isOpen: false, status: 'draft' }))).toContain('The organization is now: Draft.')
  })
})

it('the access dialog offers the other access, unless the organization is archived by now', async () => {
  const dialog = (more: object, actionData?: unknown) =>
    pageHtml(
      Access,
      { loaderData: { name: 'Altai', isTrial: true, isOpen: true, closeTo: '/organizations/1', ...more }, actionData },
      { at: '/organizations/1/access' },
    )
  expect(tagWith(await dialog({}), 'name="access"')).toContain('value="official"')
  expect(tagWith(await dialog({ isTrial: false }), 'name="access"')).toContain('value="trial"')
  for (const closed of [await dialog({ isOpen: false }), await dialog({}, answered({ isArchived: true }))]) {
    expect(words(closed)).toContain('This organization is archived and can no longer be edited.')
    expect(closed).not.toContain('name="access"')
  }
})

it('a brand changed meanwhile can still be deleted, but none of an archived organization', async () => {
  const dialog = (actionData?: unknown) =>
    pageHtml(
      RemoveBrand,
      { loaderData: { name: 'Altai Go', version: 1, isOpen: true, closeTo: '/organizations/1' }, actionData },
      { at: '/organizations/1/brands/2/remove' },
    )
  expect(words(await dialog())).not.toContain('Someone else')
  const stale = await dialog(answered({ isOpen: true }))
  expect(words(stale)).toContain('Someone else has changed this')
  expect(stale).toContain('name="version"')
  const closed = await dialog(answered({ isOpen: false }))
  expect(words(closed)).toContain('This organization is archived')
  expect(closed).not.toContain('name="version"')
})

describe('the form of a section', () => {
  const dialog = (more: object, actionData?: unknown) =>
    pageHtml(
      Section,
      {
        loaderData: {
          step: 'basic',
          organizationName: 'Altai',
          version: 1,
          formId: null,
          isOpen: true,
          isNewBrand: false,
          choices: { countries: [], timeZones: [] },
          closeTo: '/organizations/1',
          decidedByTwo: [],
          values: {},
          ...more,
        },
        actionData,
      },
      { at: '/organizations/1/edit/basic' },
    )
  const at = { at: '', text: 'today' }

  it('says at a field that two people decide about it', async () => {
    const html = words(await dialog({ decidedByTwo: ['address'] }))
    expect(html.match(/Changed only by an application that two people decide/g)).toHaveLength(1)
    expect(html).not.toContain('Not saved')
    expect(words(await dialog({}))).not.toContain('two people decide')
  })

  it('shows what two people decide as stored and read-only, and what was refused as not saved', async () => {
    const drawn = {
      decidedByTwo: ['address', 'operationMode'],
      values: { name: 'Altai', address: 'Dostyk 5', operationMode: 'hybrid' },
    }
    const html = await dialog(drawn)
    expect(tagWith(html, 'name="address"')).toContain('readOnly=""')
    expect(html).toContain('Dostyk 5</textarea>')
    expect(tagWith(html, 'name="name"')).not.toContain('readOnly')
    expect(tagWith(html, 'name="operationMode"', 'value="hybrid"')).toContain('checked=""')
    for (const other of ['self_operated', 'independent'])
      expect(tagWith(html, 'name="operationMode"', `value="${other}"`)).toContain('disabled=""')
    const typed = { address: 'Abay 12', operationMode: 'independent' }
    const refused = await dialog(
      { values: {} },
      answered({
        result: { status: 'error', initialValue: typed, error: { address: ['Two people decide.'] } },
        locked: { values: { address: 'Dostyk 5', operationMode: 'hybrid' }, refused: typed },
      }),
    )
    expect(tagWith(refused, 'name="address"')).toContain('readOnly=""')
    expect(refused).toContain('Dostyk 5</textarea>')
    expect(words(refused)).toContain('Not saved: Abay 12')
    expect(words(refused)).toContain('Not saved: Independent')
    expect(tagWith(refused, 'name="operationMode"', 'value="hybrid"')).toContain('checked=""')
  })

  it('says who changed the section meanwhile and which fields differ', async () => {
    const conflict = {
      because: 'stale',
      latest: { actorName: 'Olga', at },
      fields: [
        { name: 'address', value: 'Dostyk 5' },
        { name: 'phone', value: null },
      ],
    }
    const html = words(await dialog({}, answered({ conflict })))
    expect(html).toContain('Last changed by Olga · today')
    expect(html).toContain('is now: Dostyk 5')
    expect(html).toContain('Phone: differs from what you see below')
    const nobody = { ...conflict, latest: { actorName: null, at } }
    expect(words(await dialog({}, answered({ conflict: nobody })))).not.toContain('Last changed by')
  })

  it.each([
    ['archived', 'This organization is archived'],
    ['too-many', 'An organization can have at most 20 brands.'],
  ])('says why it was not saved: %s', async (because, sentence) => {
    expect(words(await dialog({}, answered({ conflict: { because, latest: null, fields: [] } })))).toContain(sentence)
  })

  it('has no fields for an archived organization', async () => {
    const html = await dialog({ isOpen: false })
    expect(words(html)).toContain('This organization is archived')
    expect(html).not.toMatch(/<(input|textarea|select)[^>]*name="(address|version)"/)
  })
})

it.each([
  ['stale', true, 'Someone else has changed this', 'The document’s status is now: Verified.'],
  ['approved', false, 'This is not possible now', 'is already approved'],
  ['infected', false, 'This is not possible now', 'A virus was found in this document'],
])(
  'the dialog of a document that is %s meanwhile still takes a verdict: %s, and says why',
  async (because, isOpen, title, text) => {
    const html = await pageHtml(
      Verdict,
      {
        loaderData: {
          type: 'lease_agreement',
          fileName: 'lease.pdf',
          status: 'pending',
          closeTo: '/organizations/1',
          isRejection: false,
          offer: null,
        },
        actionData: answered({ conflict: { because, status: 'verified' } }),
      },
      { at: '/organizations/1/documents/2/verify' },
    )
    expect(words(html)).toContain(title)
    expect(words(html)).toContain(text)
    expect(html.includes('name="seen"')).toBe(isOpen)
  },
)

it('a note that can no longer be edited says so once, and one edited elsewhere shows its saved text', async () => {
  const page = (more: object, actionData?: unknown) =>
    pageHtml(
      EditNote,
      {
        loaderData: {
          organizationName: 'Altai',
          people: [],
          backTo: '/organizations/1?tab=notes',
          isOpen: true,
          seen: 'x',
          text: 'Call',
          ...more,
        },
        actionData,
      },
      { at: '/organizations/1/notes/2' },
    )
  const alerts = async (more: object, actionData?: unknown) =>
    (await page(more, actionData)).match(/class="callout[^"]*" role="alert"/g)?.length ?? 0
  expect([await alerts({}), await alerts({ isOpen: false })]).toEqual([0, 1])
  expect(await alerts({ isOpen: false }, answered({ alert: 'Too late' }))).toBe(1)
  expect(words(await page({}, answered({ storedText: 'Call before noon' })))).toContain('Call before noon')
})
