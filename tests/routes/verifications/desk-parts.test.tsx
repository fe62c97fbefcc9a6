import { createElement, type ComponentProps, type ComponentType } from 'react'
import { describe, expect, it } from 'vitest'
import { DecisionFacts } from '../../../app/routes/verifications/decisions/decision-panel'
import { UndoNote } from '../../../app/routes/verifications/decisions/undo-note'
import { DocumentSheets } from '../../../app/routes/verifications/documents/document-sheets'
import { DocumentViewer } from '../../../app/routes/verifications/documents/document-viewer'
import { DocumentStrip } from '../../../app/routes/verifications/documents/documents-panel'
import { QueueFigures } from '../../../app/routes/verifications/queue/queue-figures'
import { QueueFilters } from '../../../app/routes/verifications/queue/queue-filters'
import { QueueTable } from '../../../app/routes/verifications/queue/queue-table'
import { VerdictButtons } from '../../../app/routes/verifications/documents/verdict-buttons'
import { AccountContext } from '../../../app/ui/forms/post-form'
import { ClaimLine } from '../../../app/routes/verifications/review/claim-line'
import { ComparisonSection } from '../../../app/routes/verifications/review/facts/comparison'
import { Resubmitted } from '../../../app/routes/verifications/review/facts/resubmitted'
import { QueuePosition } from '../../../app/routes/verifications/review/queue-position'
import { verificationList } from '../../../app/domain/verifications/queue/verification-list'
import { attribute, serverHtml, tagWith } from '../../support/render'

/** A part of the review page as the server draws it, given only the props that the test is about. */
const draw = <Props extends object>(part: ComponentType<Props>, props: object) =>
  serverHtml(createElement(part, props as Props), { at: '/verifications/1' })
const words = (html: string) => html.replaceAll(/<[^>]*>/g, '')

describe('the claim line', () => {
  const at = { at: '2026-03-02T09:00:00Z', text: '2 hours ago', exact: '' }
  const ofOlga = { name: 'Olga', since: at, isIdle: false }
  const nothing = { claim: false, release: false, takeOver: false }
  const claim = (more: Partial<ComponentProps<typeof ClaimLine>['claim']>) =>
    draw(ClaimLine, {
      claim: {
        id: '1',
        action: '/verifications/1/claim',
        version: 3,
        isMine: false,
        holder: null,
        reserved: null,
        viewers: [],
        isReviewer: false,
        isWaiting: false,
        may: nothing,
        ...more,
      },
    })

  it.each([
    ['nobody’s while it waits', { isWaiting: true }, 'Nobody is reviewing it yet.'],
    ['nobody’s once it is decided', {}, ''],
    ['somebody’s', { holder: ofOlga }, 'Olga is reviewing it · 2 hours ago'],
    ['somebody’s who is away', { holder: { ...ofOlga, isIdle: true } }, 'Olga is reviewing it · 2 hours ago · idle'],
    ['one’s own', { holder: { ...ofOlga, isIdle: true }, isMine: true }, 'You are reviewing it · 2 hours ago'],
    [
      'kept for another',
      { isWaiting: true, reserved: { name: 'Olga', isForMe: false, until: '5 PM' } },
      'Kept until 5 PM for Olga, who requested more info',
    ],
    [
      'kept for oneself',
      { isWaiting: true, reserved: { name: 'Li', isForMe: true, until: '5 PM' } },
      'You requested more info, so it is kept for you until 5 PM.',
    ],
  ])('%s', async (_, more, sentence) => {
    expect(words(await claim(more))).toBe(sentence)
  })

  it('names the others who are looking at the application', async () => {
    expect(words(await claim({ viewers: ['Olga', '李伟'] }))).toContain('Also looking: Olga, 李伟')
  })

  it.each([
    ['claim', 's', { claim: true }],
    ['take-over', 's', { takeOver: true }],
    ['release', 'Shift+S', { release: true }],
  ])('offers to %s with the key %s to those who may, and nothing else', async (intent, key, may) => {
    const html = await claim({ isReviewer: true, may: { ...nothing, ...may } })
    const buttons = [...html.matchAll(/<button[^>]*name="intent"[^>]*>/g)].map(([tag]) => tag)
    expect(buttons.map((tag) => [attribute(tag, 'value'), attribute(tag, 'aria-keyshortcuts')])).toEqual([
      [intent, key],
    ])
  })
})

describe('the position in the queue', () => {
  const place = (queue: object) => draw(QueuePosition, { queue, name: 'Steppe Freight', undo: null })

  it('links to both neighbours with the keys K and J', async () => {
    const html = await place({
      position: 2,
      total: 1300,
      previousHref: '/verifications/a',
      nextHref: '/verifications/c',
    })
    expect(words(html)).toContain('2 of 1,300 in the list')
    expect(tagWith(html, 'href="/verifications/a"')).toMatch(/rel="prev".*aria-keyshortcuts="k"/)
    expect(tagWith(html, 'href="/verifications/c"')).toMatch(/rel="next".*aria-keyshortcuts="j"/)
  })

  it('has disabled links when there are no neighbours, and says when the application is not in the list', async () => {
    const html = await place({ position: null, total: 4, previousHref: null, nextHref: null })
    expect(words(html)).toContain('Not in the filtered list (4)')
    expect(html.match(/<span role="link" aria-disabled="true"/g)).toHaveLength(2)
    expect(html).not.toMatch(/<a |keyshortcuts/)
  })
})

it.each([
  ['approve', 'Approved Steppe Freight'],
  ['reject', 'Rejected Steppe Freight'],
  ['request-info', 'Requested more info from Steppe Freight'],
])(
  'the note after %s says when the message goes out and offers to undo the decision until then',
  async (action, did) => {
    const undo = {
      path: '/verifications/9/undo',
      version: 4,
      action,
      organization: 'Steppe Freight',
      leavesAt: '2:05 PM',
      leftMs: 60_000,
    }
    const html = await draw(UndoNote, { undo })
    expect(words(html)).toContain(`${did} · the message goes out at 2:05 PM`)
    expect(tagWith(html, '<form')).toContain('action="/verifications/9/undo"')
    expect(tagWith(html, 'aria-describedby="undo-did"')).toContain('aria-keyshortcuts="u Control+Z"')
    expect(tagWith(html, 'name="version"')).toContain('value="4"')
    expect(await draw(UndoNote, { undo: null })).toBe('')
  },
)

const paper = (id: string, more: object = {}) => ({
  id,
  type: 'lease_agreement',
  fileName: `${id}.pdf`,
  isPicture: false,
  fileState: 'ready',
  status: 'pending',
  rejectionReason: null,
  size: '1 MB',
  file: `/file/${id}`,
  shown: `/shown/${id}`,
  isNew: false,
  isReplaced: false,
  ...more,
})

describe('the document strip', () => {
  const strip = (documents: object[] | null, more: object = {}) =>
    draw(DocumentStrip, { documents, documentsErased: null, open: { href: () => '/' }, ...more })

  it('says why there are no documents', async () => {
    expect(await strip(null)).toContain('Your role cannot see documents and contacts.')
    expect(await strip([])).toContain('No documents were attached to this application.')
    expect(await strip([], { documentsErased: 'Mar 1, 2026' })).toContain('The documents were erased on Mar 1, 2026')
  })

  it('marks the open document, gives its neighbours keys, and labels new and replaced documents', async () => {
    const [old, now, other] = [
      paper('old', { status: 'rejected', isReplaced: true }),
      paper('now', { isNew: true }),
      paper('other', { type: 'tax_certificate' }),
    ]
    const open = { document: now, previous: old, next: other, href: () => '/' }
    const html = await strip([old, now, other], { open })
    const rows = html.split('<li').slice(1)
    const marks = rows.map((row) => [
      row.includes('aria-current="true"'),
      attribute(tagWith(row, '<a'), 'aria-keyshortcuts'),
      /(New|Replaced)<\/span>/.exec(row)?.[1],
    ])
    expect(marks).toEqual([
      [false, '[', 'Replaced'],
      [true, undefined, 'New'],
      [false, ']', undefined],
    ])
  })
})

describe('the document viewer', () => {
  const viewer = (more: object, open: object = {}) =>
    draw(DocumentViewer, {
      desk: { mayJudge: false, documents: [] },
      deskDocument: paper('a', more),
      open: { beside: null, predecessor: null, href: (opened: object) => `/?${JSON.stringify(opened)}`, ...open },
      children: null,
    })

  it.each([
    ['ready', true, true],
    ['unscanned', false, true],
    ['infected', false, false],
    ['missing', false, false],
  ])('with a file that is %s opens it in a new tab: %s, and downloads it: %s', async (fileState, opens, isTaken) => {
    const html = await viewer({ fileState })
    expect([html.includes('Open in a new tab'), html.includes('href="/file/a?download"')]).toEqual([opens, isTaken])
  })

  it.each([
    ['unscanned', 'The virus scanner has not checked this file yet.'],
    ['infected', 'The scanner found a virus in this file'],
    ['missing', 'The file cannot be found in the document store.'],
  ])('with a file that is %s draws nothing and says what to do', async (fileState, sentence) => {
    const html = await draw(DocumentSheets, { deskDocument: paper('a', { fileState }), beside: null })
    expect(html).toContain(sentence)
    expect(html).not.toMatch(/<img|\/file\/a|\/shown\/a/)
  })

  it('posts a verdict with the account that the button was drawn for', async () => {
    const buttons = createElement(
      VerdictButtons as ComponentType<object>,
      {
        desk: { id: '1', type: 'initial_registration' },
        deskDocument: paper('a', {}),
        open: { href: () => '/' },
      } as object,
    )
    const html = await serverHtml(createElement(AccountContext, { value: 'olga' }, buttons), { at: '/verifications/1' })
    expect(attribute(tagWith(html, 'name="writer"'), 'value')).toBe('olga')
  })

  it('links to the whole document, of which it draws the first pages, but not for a picture', async () => {
    const drawn = (isPicture: boolean) =>
      draw(DocumentSheets, { deskDocument: paper('a', { isPicture }), beside: null })
    expect(await drawn(false)).toMatch(/<a href="\/file\/a"[^>]*>Open the whole document</)
    expect(await drawn(true)).not.toContain('Open the whole document')
  })

  it('offers to compare with the replaced document, or to show only this one while comparing', async () => {
    expect(await viewer({})).not.toMatch(/Compare with|Show only this/)
    expect(await viewer({}, { predecessor: paper('b') })).toContain('Compare with the earlier document')
    const both = await viewer({}, { beside: paper('b'), predecessor: paper('b') })
    expect(both).toContain('Show only this document')
    expect(both).not.toContain('Compare with the earlier document')
  })

  it('says why the document was rejected', async () => {
    expect(words(await viewer({ rejectionReason: 'Expired in May' }))).toContain('Rejected: Expired in May')
    expect(words(await viewer({}))).not.toContain('Rejected:')
  })
})

describe('the facts beside the decision', () => {
  const facts = (more: object) =>
    draw(DecisionFacts, {
      desk: { status: 'pending', age: null, waited: null, reviewed: null, reviewerName: null, keptFor: null, ...more },
    })

  it('name the reviewer, or whom the application is kept for, or nobody', async () => {
    expect(words(await facts({}))).toContain('Nobody yet')
    expect(words(await facts({ keptFor: 'Kept for Olga' }))).toContain('Kept for Olga')
    const both = words(await facts({ keptFor: 'Kept for Olga', reviewerName: '李伟' }))
    expect(both).toContain('李伟')
    expect(both).not.toMatch(/Kept for|Nobody/)
  })

  it('show the age and the time with the applicant only where there is one', async () => {
    const html = words(await facts({ age: '10 hours', waited: '2 hours' }))
    for (const text of ['10 hours', '2 hours']) expect(html).toContain(text)
    expect((await facts({})).match(/<dt>/g)).toHaveLength(2)
  })
})

describe('the resubmitted section', () => {
  const changed = { asked: ['A readable lease'], answer: null, answers: [], newDocuments: [] }
  const back = (more: object, isAskedShown = false) =>
    draw(Resubmitted, { changed: { ...changed, ...more }, isAskedShown })

  it('shows what was requested, unless the page shows it elsewhere', async () => {
    expect(words(await back({}))).toContain('A readable lease')
    expect(words(await back({}, true))).not.toContain('A readable lease')
  })

  it('says when there are no comment and no documents, or when the role may not see them', async () => {
    expect(words(await back({}))).toMatch(/No comment.*No new documents/)
    expect(words(await back({ answer: 'Here it is' }))).toContain('Here it is')
    expect(words(await back({ newDocuments: null }))).toContain('Your role cannot see this')
    const link = await back({ newDocuments: [{ fileName: 'lease.pdf', openHref: '/verifications/1?document=2' }] })
    expect(link).toMatch(/href="\/verifications\/1\?document=2"[^>]*><bdi>lease\.pdf</)
  })
})

describe('the comparison of values', () => {
  const part = (text: string) => [{ text, isSame: false }]
  const change = { label: 'Address', branch: null, before: part('Abay 10'), after: part('Dostyk 5') }
  const section = (more: object) =>
    draw(ComparisonSection, {
      comparison: {
        asked: [],
        changed: [],
        named: [],
        isChange: false,
        isOpen: true,
        steps: [],
        unchanged: 0,
        ...more,
      },
    })

  it('marks removed and added text, and says when nothing was on record', async () => {
    const html = await section({ changed: [change, { ...change, before: [] }] })
    expect(html).toMatch(/<del[^>]*>Abay 10<\/del>.*<ins[^>]*>Dostyk 5<\/ins>/)
    expect(html.match(/Not on record/g)).toHaveLength(1)
  })

  it('is titled Requested change or Also changed, and is not drawn without changes', async () => {
    expect(await section({ changed: [change], isChange: true })).toContain('>Requested change<')
    expect(await section({ changed: [change] })).toContain('>Also changed<')
    expect(await section({})).toBe('')
  })

  it('of a requested change lists unchanged people too, and shows a missing new value as not provided', async () => {
    const named = [{ label: 'Legal representative', value: 'Дана Сейіт' }]
    const html = await section({ named, changed: [{ ...change, after: [] }], isChange: true })
    expect(words(html)).toMatch(/Abay 10.*Requested: —Not provided.*Legal representative.*Дана Сейіт.*\(unchanged\)/i)
    expect(html).not.toContain('Not on record')
    expect(words(await section({ named, isChange: true }))).toMatch(/^Requested change/)
  })

  it('labels its sides Before and Now, or On file and Requested until the request is decided', async () => {
    const sides = async (more: object) =>
      [...(await section({ changed: [change], ...more })).matchAll(/sr-only">([^<]*): </g)].map(([, side]) => side)
    expect(await sides({})).toEqual(['Before', 'Now'])
    expect(await sides({ isChange: true })).toEqual(['On file', 'Requested'])
    expect(await sides({ isChange: true, isOpen: false })).toEqual(['Before', 'Requested'])
  })

  it('says when an item was answered without a change', async () => {
    const item = { id: '1', text: 'Address', target: null, changes: [], answer: null, documents: null }
    expect(await section({ asked: [{ ...item, isUnchanged: true }] })).toContain('Answered without a change')
    const other = await section({ asked: [{ ...item, isUnchanged: false, documents: { before: [], after: [] } }] })
    expect(other).not.toContain('Answered without a change')
    expect(other.match(/Not on record/g)).toHaveLength(2)
  })
})

describe('the queue', () => {
  const state = verificationList.empty
  const row = {
    id: '1',
    href: '/verifications/1',
    type: 'address_change',
    status: 'pending',
    organizationName: 'Steppe Freight',
    apart: '',
    organizationStatus: 'active',
    country: 'Kazakhstan',
    currentMode: 'Hybrid',
    requestedMode: 'Independent',
    reviewerName: null,
    keptFor: null,
    heldFor: null,
    isIdle: false,
    due: null,
    documents: null,
    cameBack: 0,
    isPrepared: false,
    isPossibleDuplicate: false,
    submitted: { at: '', text: 'today' },
  }
  const view = {
    state,
    rows: [row],
    countries: [],
    reviewers: [],
    totalText: '1',
    isEmptyQueue: false,
    work: { waiting: 0, toWork: 'mine', withApplicants: 0, nextDue: null },
  }
  const table = (more: object, tab: 'verifications' | 'mode-changes' = 'verifications') =>
    draw(QueueTable, { ...view, state: { ...state, tab }, rows: [{ ...row, ...more }] })

  it('shows in a row what makes the application quick or slow to decide', async () => {
    const facts = async (more: object) => /class="row-facts[^"]*">(.*?)<\/td>/.exec(await table(more))?.[1]
    expect(await facts({})).toBeUndefined()
    expect(words((await facts({ isPrepared: true })) ?? '')).toContain('Decision prepared')
    expect(words((await facts({ cameBack: 1 })) ?? '')).toContain('resubmitted once')
    expect(words((await facts({ cameBack: 3 })) ?? '')).toContain('resubmitted 3 times')
    expect(words((await facts({ isPossibleDuplicate: true })) ?? '')).toContain('possible duplicate')
    expect(words((await facts({ organizationStatus: 'suspended' })) ?? '')).toContain('organization suspended')
    expect(words((await facts({ organizationStatus: 'archived' })) ?? '')).toContain('organization archived')
  })

  it('has a label for the number of verified documents, only where documents may be seen', async () => {
    const html = await table({ documents: { verified: 2, total: 5 } })
    expect(html).toContain('aria-label="Documents verified: 2 of 5"')
    expect(await table({})).not.toContain('Documents verified')
  })

  it('shows the present and the requested mode instead of the type on the mode changes tab', async () => {
    expect(words(await table({}))).toContain('Address change')
    const html = words(await table({}, 'mode-changes'))
    expect(html).toMatch(/Hybrid.*Independent/)
    expect(html).not.toContain('Address change')
  })

  it.each([
    [{}, 'New applications appear here.'],
    [{ nextDue: 'tomorrow' }, 'The next is due tomorrow.'],
    [{ withApplicants: 2 }, '2 are with applicants.'],
    [{ withApplicants: 2, nextDue: 'tomorrow' }, 'the next is due tomorrow'],
  ])('says what is to come once nothing is waiting: %j', async (more, sentence) => {
    const html = words(await draw(QueueTable, { ...view, rows: [], work: { ...view.work, ...more } }))
    expect(html).toContain('Nothing is waiting for you.')
    expect(html).toContain(sentence)
  })

  it('filters by every type except mode changes, which have a tab, unless the view shows both', async () => {
    const types = async (more: object) => {
      const html = await draw(QueueFilters, { ...view, state: { ...state, ...more } })
      return [...html.matchAll(/name="type" value="(\w+)"/g)].map(([, type]) => type)
    }
    expect(await types({})).toHaveLength(6)
    expect(await types({})).not.toContain('operation_mode_change')
    expect(await types({ view: 'mine' })).toContain('operation_mode_change')
    expect(await types({ tab: 'mode-changes' })).toEqual([])
  })

  it('links its figures to the applications they count, on the same tab', async () => {
    const figures = { averageReview: '5 hours', oldestPending: null, pending: '3', underReview: '2' }
    const html = await draw(QueueFigures, { figures, state: { ...state, tab: 'mode-changes' } })
    for (const status of ['pending', 'under_review'])
      expect(html).toContain(`href="/verifications/?tab=mode-changes&amp;status=${status}"`)
    expect(words(html)).toMatch(/5 hoursLast 30 days.*—No data yet/)
  })
})
