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
import { WriterContext } from '../../../app/ui/forms/post-form'
import { ClaimLine } from '../../../app/routes/verifications/review/claim-line'
import { ComparisonSection } from '../../../app/routes/verifications/review/facts/comparison'
import { Resubmitted } from '../../../app/routes/verifications/review/facts/resubmitted'
import { QueuePosition } from '../../../app/routes/verifications/review/queue-position'
import { verificationList } from '../../../app/domain/verifications/queue/verification-list'
import { attribute, serverHtml, tagWith } from '../../support/render'

/** A part of the desk as the server draws it; of what it is given, only what the test is about. */
const draw = <Props extends object>(part: ComponentType<Props>, props: object) =>
  serverHtml(createElement(part, props as Props), { at: '/verifications/1' })
const words = (html: string) => html.replaceAll(/<[^>]*>/g, '')

describe('whose an application is', () => {
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

  it('names who else looks at it', async () => {
    expect(words(await claim({ viewers: ['Olga', '李伟'] }))).toContain('Also looking: Olga, 李伟')
  })

  it.each([
    ['claim', 's', { claim: true }],
    ['take-over', 's', { takeOver: true }],
    ['release', 'Shift+S', { release: true }],
  ])('offers to %s with the key %s to who may, and nothing else', async (intent, key, may) => {
    const html = await claim({ isReviewer: true, may: { ...nothing, ...may } })
    const buttons = [...html.matchAll(/<button[^>]*name="intent"[^>]*>/g)].map(([tag]) => tag)
    expect(buttons.map((tag) => [attribute(tag, 'value'), attribute(tag, 'aria-keyshortcuts')])).toEqual([
      [intent, key],
    ])
  })
})

describe('the place in the queue', () => {
  const place = (queue: object) => draw(QueuePosition, { queue, name: 'Steppe Freight', undo: null })

  it('leads to both neighbours by their keys', async () => {
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

  it('says where there is no neighbour, and where this one is not in the list', async () => {
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
])('what was decided by %s can be taken back while its message waits, and says until when', async (action, did) => {
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
})

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

describe('the documents in a row', () => {
  const strip = (documents: object[] | null, more: object = {}) =>
    draw(DocumentStrip, { documents, documentsErased: null, open: { href: () => '/' }, ...more })

  it('says why there are none', async () => {
    expect(await strip(null)).toContain('Your role cannot see documents and contacts.')
    expect(await strip([])).toContain('No documents were attached to this application.')
    expect(await strip([], { documentsErased: 'Mar 1, 2026' })).toContain('The documents were erased on Mar 1, 2026')
  })

  it('marks the one that is read, its neighbours by their keys, what is new and what was replaced', async () => {
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

describe('the document that is read', () => {
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
  ])('whose file is %s opens in a tab: %s, and is downloaded: %s', async (fileState, opens, isTaken) => {
    const html = await viewer({ fileState })
    expect([html.includes('Open in a new tab'), html.includes('href="/file/a?download"')]).toEqual([opens, isTaken])
  })

  it.each([
    ['unscanned', 'The virus scanner has not checked this file yet.'],
    ['infected', 'The scanner found a virus in this file'],
    ['missing', 'The file cannot be found in the document store.'],
  ])('whose file is %s is not drawn, and says what to do', async (fileState, sentence) => {
    const html = await draw(DocumentSheets, { deskDocument: paper('a', { fileState }), beside: null })
    expect(html).toContain(sentence)
    expect(html).not.toMatch(/<img|\/file\/a|\/shown\/a/)
  })

  it('is verified for the account that the button was drawn for', async () => {
    const buttons = createElement(
      VerdictButtons as ComponentType<object>,
      {
        desk: { id: '1', type: 'initial_registration' },
        deskDocument: paper('a', {}),
        open: { href: () => '/' },
      } as object,
    )
    const html = await serverHtml(createElement(WriterContext, { value: 'olga' }, buttons), { at: '/verifications/1' })
    expect(attribute(tagWith(html, 'name="writer"'), 'value')).toBe('olga')
  })

  it('leads to the whole of it where only its first pages are drawn, which a picture has none of', async () => {
    const drawn = (isPicture: boolean) =>
      draw(DocumentSheets, { deskDocument: paper('a', { isPicture }), beside: null })
    expect(await drawn(false)).toMatch(/<a href="\/file\/a"[^>]*>Open the whole document</)
    expect(await drawn(true)).not.toContain('Open the whole document')
  })

  it('is compared with the one it came in the place of, or read alone', async () => {
    expect(await viewer({})).not.toMatch(/Compare with|Show only this/)
    expect(await viewer({}, { predecessor: paper('b') })).toContain('Compare with the earlier document')
    const both = await viewer({}, { beside: paper('b'), predecessor: paper('b') })
    expect(both).toContain('Show only this document')
    expect(both).not.toContain('Compare with the earlier document')
  })

  it('says why it was rejected', async () => {
    expect(words(await viewer({ rejectionReason: 'Expired in May' }))).toContain('Rejected: Expired in May')
    expect(words(await viewer({}))).not.toContain('Rejected:')
  })
})

describe('beside the decision stands', () => {
  const facts = (more: object) =>
    draw(DecisionFacts, {
      desk: { status: 'pending', age: null, waited: null, reviewed: null, reviewerName: null, keptFor: null, ...more },
    })

  it('who reviews it, or for whom it is kept, or that nobody does', async () => {
    expect(words(await facts({}))).toContain('Nobody yet')
    expect(words(await facts({ keptFor: 'Kept for Olga' }))).toContain('Kept for Olga')
    const both = words(await facts({ keptFor: 'Kept for Olga', reviewerName: '李伟' }))
    expect(both).toContain('李伟')
    expect(both).not.toMatch(/Kept for|Nobody/)
  })

  it('how old it is and how long its applicant took, where that is so', async () => {
    const html = words(await facts({ age: '10 hours', waited: '2 hours' }))
    for (const text of ['10 hours', '2 hours']) expect(html).toContain(text)
    expect((await facts({})).match(/<dt>/g)).toHaveLength(2)
  })
})

describe('what came back', () => {
  const changed = { asked: ['A readable lease'], answer: null, answers: [], newDocuments: [] }
  const back = (more: object, isAskedShown = false) =>
    draw(Resubmitted, { changed: { ...changed, ...more }, isAskedShown })

  it('says what was asked for, unless that stands elsewhere', async () => {
    expect(words(await back({}))).toContain('A readable lease')
    expect(words(await back({}, true))).not.toContain('A readable lease')
  })

  it('says that there are no words and no documents, or that the role sees none', async () => {
    expect(words(await back({}))).toMatch(/No comment.*No new documents/)
    expect(words(await back({ answer: 'Here it is' }))).toContain('Here it is')
    expect(words(await back({ newDocuments: null }))).toContain('Your role cannot see this')
    const link = await back({ newDocuments: [{ fileName: 'lease.pdf', openHref: '/verifications/1?document=2' }] })
    expect(link).toMatch(/href="\/verifications\/1\?document=2"[^>]*><bdi>lease\.pdf</)
  })
})

describe('what is new', () => {
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

  it('is marked as taken out and put in, and says where nothing was on record', async () => {
    const html = await section({ changed: [change, { ...change, before: [] }] })
    expect(html).toMatch(/<del[^>]*>Abay 10<\/del>.*<ins[^>]*>Dostyk 5<\/ins>/)
    expect(html.match(/Not on record/g)).toHaveLength(1)
  })

  it('is what was asked to be changed, or what was changed beside that', async () => {
    expect(await section({ changed: [change], isChange: true })).toContain('>Requested change<')
    expect(await section({ changed: [change] })).toContain('>Also changed<')
    expect(await section({})).toBe('')
  })

  it('of a change names who is proposed where it is who is on record, and says of nothing that it was asked to be gone', async () => {
    const named = [{ label: 'Legal representative', value: 'Дана Сейіт' }]
    const html = await section({ named, changed: [{ ...change, after: [] }], isChange: true })
    expect(words(html)).toMatch(/Abay 10.*Requested: —Not provided.*Legal representative.*Дана Сейіт.*\(unchanged\)/i)
    expect(html).not.toContain('Not on record')
    expect(words(await section({ named, isChange: true }))).toMatch(/^Requested change/)
  })

  it('has happened already, or is only asked for; of a decided request it is no longer said what is on file', async () => {
    const sides = async (more: object) =>
      [...(await section({ changed: [change], ...more })).matchAll(/sr-only">([^<]*): </g)].map(([, side]) => side)
    expect(await sides({})).toEqual(['Before', 'Now'])
    expect(await sides({ isChange: true })).toEqual(['On file', 'Requested'])
    expect(await sides({ isChange: true, isOpen: false })).toEqual(['Before', 'Requested'])
  })

  it('says of what was answered without a change that it was', async () => {
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

  it('says of a row what makes it quick or slow', async () => {
    const facts = async (more: object) => /class="row-facts[^"]*">(.*?)<\/td>/.exec(await table(more))?.[1]
    expect(await facts({})).toBeUndefined()
    expect(words((await facts({ isPrepared: true })) ?? '')).toContain('Decision prepared')
    expect(words((await facts({ cameBack: 1 })) ?? '')).toContain('resubmitted once')
    expect(words((await facts({ cameBack: 3 })) ?? '')).toContain('resubmitted 3 times')
    expect(words((await facts({ isPossibleDuplicate: true })) ?? '')).toContain('possible duplicate')
    expect(words((await facts({ organizationStatus: 'suspended' })) ?? '')).toContain('organization suspended')
    expect(words((await facts({ organizationStatus: 'archived' })) ?? '')).toContain('organization archived')
  })

  it('says in words how many documents are verified, to who sees documents', async () => {
    const html = await table({ documents: { verified: 2, total: 5 } })
    expect(html).toContain('aria-label="Documents verified: 2 of 5"')
    expect(await table({})).not.toContain('Documents verified')
  })

  it('has the present and the requested mode in place of the type among mode changes', async () => {
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
  ])('says once nothing waits what is to come: %j', async (more, sentence) => {
    const html = words(await draw(QueueTable, { ...view, rows: [], work: { ...view.work, ...more } }))
    expect(html).toContain('Nothing is waiting for you.')
    expect(html).toContain(sentence)
  })

  it('is filtered by every type but a change of mode, which has a tab, unless a view shows both', async () => {
    const types = async (more: object) => {
      const html = await draw(QueueFilters, { ...view, state: { ...state, ...more } })
      return [...html.matchAll(/name="type" value="(\w+)"/g)].map(([, type]) => type)
    }
    expect(await types({})).toHaveLength(6)
    expect(await types({})).not.toContain('operation_mode_change')
    expect(await types({ view: 'mine' })).toContain('operation_mode_change')
    expect(await types({ tab: 'mode-changes' })).toEqual([])
  })

  it('leads from its figures to what they count, on the same tab', async () => {
    const figures = { averageReview: '5 hours', oldestPending: null, pending: '3', underReview: '2' }
    const html = await draw(QueueFigures, { figures, state: { ...state, tab: 'mode-changes' } })
    for (const status of ['pending', 'under_review'])
      expect(html).toContain(`href="/verifications/?tab=mode-changes&amp;status=${status}"`)
    expect(words(html)).toMatch(/5 hoursLast 30 days.*—No data yet/)
  })
})
