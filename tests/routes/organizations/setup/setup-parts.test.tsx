import { createElement, type ComponentType } from 'react'
import { describe, expect, it } from 'vitest'
import { DocumentList } from '../../../../app/routes/organizations/documents/document-list'
import Documents from '../../../../app/routes/organizations/setup/documents'
import { StaffOverview } from '../../../../app/routes/organizations/setup/staff-overview'
import { SetupFrame, StepList } from '../../../../app/routes/organizations/setup/step-list'
import { StatusCallout } from '../../../../app/routes/organizations/verification-status/status-callout'
import { StatusColumns } from '../../../../app/routes/organizations/verification-status/status-columns'
import { attribute, pageHtml, serverHtml, tagWith } from '../../../support/render'

const words = (html: string) => html.replaceAll(/<[^>]*>/g, '')
/** A part of a partner's page as the server draws it, given only the props that the test is about. */
const draw = <Props extends object>(part: ComponentType<Props>, props: object) =>
  serverHtml(createElement(part, props as Props))

const progress = [
  { step: 'basic', isDone: true },
  { step: 'contact', isDone: false },
  { step: 'documents', isDone: false },
]

describe('the steps of the setup', () => {
  it('say which are done, and which have text that is not saved', async () => {
    const html = await draw(StepList, { progress, unsaved: ['contact'], hrefOf: (step: string) => `/${step}` })
    const rows = html.split('<li').slice(1).map(words)
    expect(rows.map((row) => [/Not saved/.test(row), /(Done|To do)/.exec(row)?.[1]])).toEqual([
      [false, 'Done'],
      [true, 'To do'],
      [false, 'To do'],
    ])
  })

  it('link to their forms where the reader has one', async () => {
    const html = await draw(StepList, { progress, hrefOf: (step: string) => (step === 'basic' ? '/basic' : null) })
    expect([...html.matchAll(/<a[^>]*href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['/basic'])
    expect(words(html)).toContain('Contact details')
  })

  it('say which one is current, how many there are and how many are done', async () => {
    const html = await draw(SetupFrame, { organizationId: '1', progress, step: 'contact', children: null })
    expect(words(html)).toContain('Step 2 of 3 · 1 of 3 steps done')
    const current = [...html.matchAll(/<a[^>]*aria-current="step"[^>]*>/g)].map(([tag]) => attribute(tag, 'href'))
    expect(current).toEqual(['/organizations/1/setup/contact'])
  })

  it.each([
    [{ mayEdit: true, readsDocuments: true }, ['edit/basic', 'edit/contact', 'tab=documents']],
    [{ mayEdit: true, readsDocuments: false }, ['edit/basic', 'edit/contact']],
    [{ mayEdit: false, readsDocuments: true }, ['tab=documents']],
    [{ mayEdit: false, readsDocuments: false }, []],
  ])('link staff to what they may open: %j', async (may, opened) => {
    const html = await draw(StaffOverview, { view: { id: '1', name: 'Altai', status: 'draft', progress, ...may } })
    const found = [...html.matchAll(/<li.*?<\/li>/gs)].flatMap(([row]) => /(edit\/\w+|tab=\w+)/.exec(row)?.[1] ?? [])
    expect(found).toEqual(opened)
  })
})

describe('the documents of a partner', () => {
  const document = (more: object = {}) => ({
    id: '1',
    type: 'lease_agreement',
    fileName: 'lease.pdf',
    status: 'pending',
    rejectionReason: null,
    fileState: 'ready',
    isReplaceable: true,
    size: '1 MB',
    uploaded: { at: '', text: 'today' },
    href: '/organizations/1/documents/1',
    ...more,
  })
  const list = (...documents: object[]) => draw(DocumentList, { documents })

  it.each([
    ['ready', true],
    ['unscanned', true],
    ['infected', false],
    ['missing', false],
  ])('open while their file is %s: %s', async (fileState, opens) => {
    expect((await list(document({ fileState }))).includes('href="/organizations/1/documents/1"')).toBe(opens)
  })

  it('say why one was rejected, unless the reason is a virus', async () => {
    const rejected = { status: 'rejected', rejectionReason: 'Expired in May' }
    expect(await list(document(rejected))).toContain('Expired in May')
    const infected = await list(document({ ...rejected, fileState: 'infected' }))
    expect(infected).not.toContain('Expired in May')
    expect(infected).toContain('Upload a clean copy.')
  })

  it('that were replaced say so instead of Pending, and keep a verdict', async () => {
    const html = await list(document({ isReplaced: true }))
    expect(html).toContain('Replaced')
    expect(html).not.toContain('Pending')
    expect(await list(document({ isReplaced: true, status: 'rejected' }))).toMatch(/Rejected.*Replaced/)
  })

  it('are deleted by a button that names the file, where deletion is possible', async () => {
    const html = await list(document({ isRemovable: true }))
    expect(tagWith(html, 'type="submit"', 'name="document"')).toContain('aria-label="Delete: lease.pdf"')
    expect(await list(document({ isRemovable: false }))).not.toContain('Delete')
    expect(await list()).toContain('Nothing uploaded yet')
  })

  const page = (missing: string[]) =>
    pageHtml(Documents, { loaderData: { id: '1', formId: 'f', progress, missing, documents: [] } })

  it('are counted type by type, and the first missing type is preselected', async () => {
    const html = await page(['tax_certificate', 'representative_id'])
    const needed = [...html.matchAll(/aria-label="(Uploaded|Missing)"/g)].map(([, state]) => state)
    expect(needed).toEqual(['Uploaded', 'Missing', 'Missing'])
    expect(tagWith(html, '<option', 'selected')).toContain('tax_certificate')
  })

  it('make Continue the primary link once none is missing', async () => {
    const next = async (missing: string[]) => /<a class="([^"]*)"[^>]*>Continue</.exec(await page(missing))?.[1]
    expect(await next([])).toContain('button-primary')
    expect(await next(['tax_certificate'])).toContain('button-secondary')
  })
})

describe('the status of an application', () => {
  const moment = { at: '', text: 'today' }
  const application = {
    type: 'initial_registration',
    status: 'rejected',
    submitted: moment,
    decided: null,
    documents: [],
    others: [],
    documentsErased: null,
    timeline: [],
  }

  it('says when its documents were erased', async () => {
    const drawn = (more: object) => draw(StatusColumns, { application: { ...application, ...more }, children: null })
    expect(await drawn({ documentsErased: 'Mar 1, 2026' })).toContain('The documents were erased on Mar 1, 2026')
    expect(await drawn({})).toContain('Nothing uploaded yet')
  })

  it('names staff as the platform', async () => {
    const event = { event: 'rejected', version: 2, at: moment, person: null, note: null, items: [] }
    const html = await draw(StatusColumns, { application: { ...application, timeline: [event] }, children: null })
    expect(html).toContain('<bdi>Platform</bdi>')
  })

  it('links to the setup while that is open', async () => {
    const callout = (isInSetup: boolean) =>
      draw(StatusCallout, { view: { id: '1', application: null, isInSetup, frozen: null, statusReason: null } })
    expect(await callout(true)).toContain('href="/organizations/1/setup"')
    expect(await callout(false)).not.toContain('/setup')
    expect(await callout(true)).toContain('The application has not been submitted')
  })

  it('says why nothing can be sent, with the reason if there is one', async () => {
    const view = { id: '1', application, isInSetup: false, frozen: 'suspended', statusReason: 'Debt' }
    const html = words(await draw(StatusCallout, { view }))
    expect(html).toContain('The organization is suspended')
    expect(html).toContain('Reason: Debt')
    expect(words(await draw(StatusCallout, { view: { ...view, statusReason: null } }))).not.toContain('Reason:')
  })
})
