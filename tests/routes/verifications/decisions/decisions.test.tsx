import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../../app/db/schema/audit'
import { messages } from '../../../../app/db/schema/messages'
import { timelineEvents, verifications } from '../../../../app/db/schema/verifications'
import { translate } from '../../../../app/i18n/texts.server'
import * as claim from '../../../../app/routes/verifications/decisions/claim'
import * as decision from '../../../../app/routes/verifications/decisions/decision'
import * as list from '../../../../app/routes/verifications/list'
import { LANGUAGES } from '../../../../app/vocabulary'
import { breakAfterCommit } from '../../../support/broken'
import { emptyTables, openTestDatabase } from '../../../support/database'
import { pageHtml } from '../../../support/render'
import { answerOf, toastOf, visit, type Visit } from '../../../support/requests'
import { reviewers, reviews, type Reviewers } from '../../../support/reviews'
import { testServices, type TestServices } from '../../../support/services'
import { addDocument, before, organization, verification } from '../../../support/verifications'
import { DAY_MS } from '../../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
let people: Reviewers
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  people = await reviewers(db)
})
const { load, underReview } = reviews(db, () => ({ services, people }))

type Dialog = 'start' | 'approve' | 'reject' | 'request-info' | 'resubmit'

const open = (dialog: Dialog, id: string, options?: Visit, at = `/verifications/${id}/${dialog}`) =>
  load(decision, at, id, options)
const send = (
  dialog: Dialog,
  id: string,
  form: NonNullable<Visit>['form'],
  options: Visit = {},
  at = `/verifications/${id}/${dialog}`,
) =>
  answerOf(() =>
    decision.action(visit(services, at, { actor: people.admin, params: { id }, form, ...options }) as never),
  )
const row = async (id: string) => (await db.select().from(verifications).where(eq(verifications.id, id)))[0]
const FILLED: Record<Dialog, [string, string][]> = {
  start: [],
  approve: [['notes', 'All in order']],
  reject: [['reason', 'The license has expired']],
  'request-info': [
    ['items', 'Lease'],
    ['items', 'Charter'],
  ],
  resubmit: [['answer', 'Sent by courier']],
}
const FROM = {
  start: 'pending',
  approve: 'under_review',
  reject: 'under_review',
  'request-info': 'under_review',
  resubmit: 'need_more_info',
} as const
const ALL = Object.keys(FROM) as Dialog[]

describe('a decision', () => {
  it.each(ALL)(
    '%s has a dialog, is carried out by its form, shows a toast and leads back to the application',
    async (dialog) => {
      const opened = await underReview({ status: FROM[dialog] })
      expect((await open(dialog, opened.id)).status).toBe(200)
      const at = `/verifications/${opened.id}/${dialog}?country=KZ`
      const answer = await send(dialog, opened.id, [['version', String(opened.version)], ...FILLED[dialog]], {}, at)
      expect([answer.status, answer.location]).toEqual([302, `/verifications/${opened.id}?country=KZ`])
      expect(toastOf(answer.headers)).toContain(`verifications:toast.${dialog}`)
      expect(await db.$count(auditLog)).toBe(1)
    },
  )

  it('at a mode change address is 404 for an application of another type', async () => {
    const opened = await underReview()
    const at = `/verifications/mode-changes/${opened.id}/approve`
    expect((await open('approve', opened.id, {}, at)).status).toBe(404)
    expect((await send('approve', opened.id, [['version', '2']], {}, at)).status).toBe(404)
  })

  it('takes reviewer and time from the session, not from the form', async () => {
    const opened = await underReview()
    await send('approve', opened.id, [
      ['version', '2'],
      ['reviewerId', people.cashier.id],
      ['reviewedAt', '1970-01-01'],
      ['status', 'rejected'],
    ])
    expect(await row(opened.id)).toMatchObject({
      status: 'approved',
      reviewerId: people.admin.id,
      reviewedAt: services.now(),
    })
  })

  it.each([
    ['reject', [['reason', ' \u200b ']], { reason: ['This field is required'] }],
    ['reject', [['reason', 'x'.repeat(2001)]], { reason: ['At most 2,000 characters. Shorten this text.'] }],
    [
      'request-info',
      [
        ['items', ' '],
        ['items', ''],
      ],
      { 'items[0].text': ['This field is required'] },
    ],
    [
      'request-info',
      [
        ['items', 'Lease'],
        ['items', 'x'.repeat(501)],
      ],
      { 'items[1].text': ['At most 500 characters for each item. Shorten this one.'] },
    ],
    ['resubmit', [], { answer: ['This field is required'] }],
  ] as [Dialog, [string, string][], object][])(
    '%s with %j is 422 with an error at the field, and the text is kept',
    async (dialog, form, errors) => {
      const opened = await underReview({ status: FROM[dialog] })
      const answer = await send(dialog, opened.id, [['version', String(opened.version)], ...form])
      expect(answer).toMatchObject({ status: 422, body: { result: { error: errors } } })
      const { initialValue } = (
        answer.body as { result: { initialValue: { reason?: string; items?: { text: string }[] } } }
      ).result
      expect([initialValue.reason, ...(initialValue.items ?? []).map((item) => item?.text)].filter(Boolean)).toEqual(
        form.map(([, value]) => value).filter(Boolean),
      )
      expect(await row(opened.id)).toEqual(opened)
    },
  )

  it.each(['start', 'approve', 'reject', 'request-info', 'resubmit'] as const)(
    '%s of an unknown application is 404, even when the form is invalid',
    async (dialog) => {
      for (const id of ['x', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'])
        expect((await send(dialog, id, [['version', '']])).status).toBe(404)
    },
  )

  it.each(['approve', 'reject', 'request-info'] as const)(
    '%s of an application one may not decide is 403, even when the form is invalid',
    async (dialog) => {
      const sensitive = await underReview({ type: 'bank_account_update' })
      const answer = await send(dialog, sensitive.id, [['version', '']], { actor: people.manager })
      expect(answer.status).toBe(403)
      const own = await underReview({ submittedBy: people.admin.id })
      expect((await open(dialog, own.id, { actor: people.admin })).status).toBe(403)
    },
  )

  it('from an outdated page is 409, shows what the other reviewer did and keeps the typed text', async () => {
    const opened = await underReview()
    await send('reject', opened.id, [
      ['version', '2'],
      ['reason', 'Expired'],
    ])
    const answer = await send(
      'approve',
      opened.id,
      [
        ['version', '2'],
        ['notes', 'My careful notes'],
      ],
      { actor: people.manager },
    )
    expect(answer).toMatchObject({
      status: 409,
      body: {
        result: { initialValue: { notes: 'My careful notes' } },
        conflict: {
          because: 'state',
          status: 'rejected',
          latest: { event: 'rejected', actorName: '李伟', note: 'Expired' },
        },
      },
    })
    const again = await open('approve', opened.id, { actor: people.manager })
    expect(again.status).toBe(409)
    const html = await pageHtml(decision.default, { loaderData: again.body, actionData: answer.body })
    expect(html).toContain('My careful notes')
    expect(html).toMatch(/李伟.*Rejected.*Expired/s)
    expect(html).not.toContain('Approve and open the next')
    expect(html).not.toContain('you can undo this for a minute')
  })

  it.each(['approve', 'reject'] as const)(
    'that needs a second person has buttons that say they only prepare it: %s',
    async (name) => {
      const { id } = await underReview()
      const { body } = await open(name, id)
      const html = await pageHtml(decision.default, { loaderData: { ...(body as object), isPreparing: true } })
      const buttons = [...html.matchAll(/<button[^>]*type="submit"[^>]*>(.*?)<\/button>/gs)].map(([, text = '']) =>
        text.replaceAll(/<[^>]*>/g, ''),
      )
      expect(buttons.filter((text) => text.includes('Prepare'))).toHaveLength(2)
      expect(html).not.toMatch(/(Approve|Reject) and open the next/)
    },
  )

  it('on an application that a colleague is reviewing says who, immediately followed by since when', async () => {
    const { id } = await underReview()
    const { body } = await open('reject', id)
    const heldBy = { name: '李伟', since: { at: '2026-01-01T00:00:00Z', text: '5 minutes ago' } }
    const html = await pageHtml(decision.default, { loaderData: { ...(body as object), heldBy } })
    const text = html.replaceAll(/<[^>]*>/g, '').replaceAll(/[\u2066-\u2069]/g, '')
    expect(text).toContain('李伟 is reviewing it · 5 minutes ago')
    expect(text).not.toMatch(/notified\.\s*5 minutes ago/)
  })

  it('names the organization in its toast, even when the next application is opened', async () => {
    const opened = await underReview()
    const { headers } = await send('reject', opened.id, [['version', '2'], ['openNext', '1'], ...FILLED.reject])
    expect(toastOf(headers)).toContain('Steppe Freight')
  })

  it('sent twice is carried out once; the second time the toast says that nothing was modified', async () => {
    const opened = await underReview()
    const form: [string, string][] = [
      ['version', '2'],
      ['reason', 'Expired'],
    ]
    await send('reject', opened.id, form)
    const again = await send('reject', opened.id, form)
    expect([again.status, again.location]).toEqual([302, `/verifications/${opened.id}`])
    expect(toastOf(again.headers)).toContain('common:toast.notModified')
    expect([await db.$count(auditLog), await db.$count(messages), await db.$count(timelineEvents)]).toEqual([1, 1, 3])
  })

  it('to approve with a rejected document is 409 and names the document', async () => {
    const opened = await underReview()
    await addDocument(db, opened, 'rejected', { fileName: 'lease.pdf' })
    expect(await open('approve', opened.id)).toMatchObject({
      status: 409,
      body: { obstacle: { because: 'document', files: ['lease.pdf'] } },
    })
    expect(await send('approve', opened.id, [['version', '2']])).toMatchObject({
      status: 409,
      body: { conflict: { because: 'document', files: ['lease.pdf'] } },
    })
  })

  it('opens the next application of the queue it came from', async () => {
    const first = await underReview({ submittedAt: before(5 * DAY_MS) })
    const chinese = await organization(db, { country: 'CN' })
    await verification(db, { organizationId: chinese.id, submittedAt: before(4 * DAY_MS) })
    const altai = await organization(db)
    const second = await verification(db, { organizationId: altai.id, type: 'bank_account_update' })
    const next = (id: string) => `/verifications/${id}/approve?country=KZ&sort=newest`
    const form: [string, string][] = [
      ['version', '2'],
      ['openNext', 'on'],
    ]
    const answer = await send('approve', first.id, form, {}, next(first.id))
    expect(answer.location).toBe(`/verifications/${second.id}?country=KZ&sort=newest`)
    await send('start', second.id, [['version', '1']])
    const last = await send('approve', second.id, form, {}, next(second.id))
    expect(last.location).toBe('/verifications/?view=claimable&country=KZ&sort=newest')
  })

  it('sent twice leads to the same next application, and the second toast says that nothing was modified', async () => {
    const opened = await underReview({ submittedAt: before(5 * DAY_MS) })
    const waiting = await underReview({ reviewer: people.admin })
    const form: [string, string][] = [['version', '2'], ['openNext', 'on'], ...FILLED.reject]
    const first = await send('reject', opened.id, form)
    const again = await send('reject', opened.id, form)
    expect([first.location, again.location]).toEqual(Array(2).fill(`/verifications/${waiting.id}`))
    expect(toastOf(again.headers)).toContain('common:toast.notModified')
    expect(await db.$count(auditLog)).toBe(1)
  })

  describe('on the last application of a list', () => {
    const reject = async (opened: { id: string; version: number }, at: string) => {
      const form: [string, string][] = [['version', String(opened.version)], ['openNext', 'on'], ...FILLED.reject]
      const answer = await send('reject', opened.id, form, {}, at)
      expect(answer.status).toBe(302)
      return { at: answer.location, toast: toastOf(answer.headers) }
    }
    const endOf = async (address: string | null) =>
      pageHtml(list.default, { loaderData: (await load(list, address ?? '', '')).body }, { at: '/verifications/' })
    const said = (html: string) => /<div class="empty" data-said="([^"]*)"/.exec(html)?.[1]
    const modeChange = { type: 'operation_mode_change', currentMode: 'hybrid', requestedMode: 'independent' } as const
    const SAID = 'verifications:toast.lastInList'

    it('leads to the list, which says that nothing is waiting, even when it was filtered', async () => {
      for (const search of ['', '?country=KZ']) {
        const opened = await underReview({ reviewer: people.admin })
        await underReview()
        const end = await reject(opened, `/verifications/${opened.id}/reject${search}`)
        expect(end.at).toBe(`/verifications/?view=claimable${search.replace('?', '&')}`)
        expect(end.toast).not.toContain(SAID)
        const html = await endOf(end.at)
        expect(said(html)).toMatch(/^Nothing is waiting for you\. /)
        expect(html).not.toContain('No application matches these filters.')
      }
    })

    it('of mode changes leads to their list, which links to what is waiting under the other tab', async () => {
      const opened = await underReview({ ...modeChange, reviewer: people.admin })
      await verification(db, { organizationId: (await organization(db)).id })
      const end = await reject(opened, `/verifications/mode-changes/${opened.id}/reject`)
      expect(end).toMatchObject({ at: '/verifications/?tab=mode-changes&view=claimable' })
      const html = await endOf(end.at)
      expect(said(html)).toContain('1 application is waiting for you.')
      expect(html).toMatch(/<a[^>]*href="\/verifications\/\?view=claimable"[^>]*>Show what is waiting for you/)
      await underReview({ reviewer: people.admin })
      expect(await endOf(end.at)).toMatch(/<a[^>]*href="\/verifications\/\?view=claimable"[^>]*>Show what/)
    })

    it('of the first tab shows the waiting mode changes, and the toast says that the list is done', async () => {
      const opened = await underReview({ reviewer: people.admin })
      const waiting = await verification(db, { ...modeChange, organizationId: (await organization(db)).id })
      const end = await reject(opened, `/verifications/${opened.id}/reject`)
      expect(end.at).toBe('/verifications/?view=claimable')
      expect(end.toast).toContain(SAID)
      expect(await endOf(end.at)).toContain(`/verifications/mode-changes/${waiting.id}?view=claimable`)
    })

    it('of a view that includes applications of others keeps the view, and the toast says it is done', async () => {
      const opened = await underReview({ reviewer: people.admin, dueAt: before(DAY_MS) })
      await underReview({ dueAt: before(DAY_MS) })
      const end = await reject(opened, `/verifications/${opened.id}/reject?view=overdue`)
      expect(end.at).toBe('/verifications/?view=overdue')
      expect(end.toast).toContain(SAID)
    })
  })

  it('that fails with 500 keeps the text, says so and is reported', async () => {
    const opened = await underReview()
    services.db = Object.assign(Object.create(services.db), { transaction: () => Promise.reject(new Error('broken')) })
    const answer = await send('reject', opened.id, [
      ['version', '2'],
      ['reason', 'Expired'],
    ])
    expect(answer).toMatchObject({
      status: 500,
      body: {
        toast: { text: 'Operation failed, please try again' },
        alert: 'It was not carried out. What you typed is still here: send it again.',
        result: { initialValue: { reason: 'Expired' } },
      },
    })
    expect(services.reported).toHaveLength(1)
  })

  it('that was carried out is confirmed and leads to the list when the next application cannot be read', async () => {
    const opened = await underReview()
    breakAfterCommit(services, Object.assign(new Error('too slow'), { code: '57014' }))
    const form: [string, string][] = [['version', '2'], ['openNext', 'on'], ...FILLED.reject]
    const answer = await send('reject', opened.id, form)
    expect([answer.status, answer.location]).toEqual([302, '/verifications/'])
    expect(toastOf(answer.headers)).toContain('verifications:toast.reject')
    expect(services.reported).toHaveLength(1)
  })

  it('keeps a pasted item of more than 500 characters whole and says how long it may be', async () => {
    const opened = await underReview()
    const text = 'x'.repeat(501)
    const answer = await send('request-info', opened.id, [
      ['version', '2'],
      ['items[0].text', text],
    ])
    const { body: loaderData } = await open('request-info', opened.id)
    const html = await pageHtml(decision.default, { loaderData, actionData: answer.body })
    expect(html).toContain('At most 500 characters for each item. Shorten this one.')
    expect(html).toContain(`>${text}<`)
    expect(html).not.toMatch(/maxlength/i)
  })

  it('adds and removes item rows without scripts', async () => {
    const opened = await underReview()
    const rows = async (type: 'insert' | 'remove', index?: number) => {
      const answer = await send('request-info', opened.id, [
        ['version', '2'],
        ['items[0]', 'Lease'],
        ['items[1]', 'Charter'],
        ['__intent__', JSON.stringify({ type, payload: { name: 'items', index } })],
      ])
      const { loaderData } = { loaderData: (await open('request-info', opened.id)).body }
      const html = await pageHtml(decision.default, { loaderData, actionData: answer.body })
      return [
        answer.status,
        [...html.matchAll(/<textarea[^>]*name="(.*?)"[^>]*>(.*?)</g)].map(([, ...row]) => row.join(' ')),
      ]
    }
    expect(await rows('insert')).toEqual([200, ['items[0].text Lease', 'items[1].text Charter', 'items[2].text ']])
    expect(await rows('remove', 0)).toEqual([200, ['items[0].text Charter']])
    expect(await row(opened.id)).toEqual(opened)
  })
})

describe('a claim', () => {
  const pending = async () => verification(db, { organizationId: (await organization(db)).id })
  const post = ({ id }: { id: string }, intent: string, version = 1, actor = people.admin) =>
    answerOf(() =>
      claim.action(
        visit(services, `/verifications/${id}/claim`, {
          actor,
          params: { id },
          form: [
            ['intent', intent],
            ['version', String(version)],
          ],
        }) as never,
      ),
    )

  it('says that the review has started, and the second time that nothing was modified', async () => {
    const application = await pending()
    const first = await post(application, 'claim')
    const again = await post(application, 'claim')
    for (const { status, location } of [first, again])
      expect([status, location]).toEqual([302, `/verifications/${application.id}`])
    expect([toastOf(first.headers), toastOf(again.headers)]).toEqual([
      expect.stringContaining('verifications:toast.start'),
      expect.stringContaining('common:toast.notModified'),
    ])
    expect(first.headers.get('x-remix-replace')).toBe('true')
  })

  it('is taken over and released without a toast; the second time a toast says that nothing was modified', async () => {
    const application = await pending()
    await post(application, 'claim')
    const taken = await post(application, 'take-over', 2, people.manager)
    const takenAgain = await post(application, 'take-over', 2, people.manager)
    const released = await post(application, 'release', 3, people.manager)
    const releasedAgain = await post(application, 'release', 3, people.manager)
    expect([taken, released].map(({ headers }) => headers.has('set-cookie'))).toEqual([false, false])
    for (const { headers } of [takenAgain, releasedAgain])
      expect(toastOf(headers)).toContain('common:toast.notModified')
  })

  it('from an outdated page says that the application has changed, without claiming that somebody did it', async () => {
    const application = await pending()
    expect((await post(application, 'claim')).status).toBe(302)
    expect(toastOf((await post(application, 'release')).headers)).toContain('verifications:claim.changed')
    const texts = LANGUAGES.map((language) => translate(language, { key: 'verifications:claim.changed' }))
    expect(texts.join()).not.toMatch(/someone|друг|басқа|他人/i)
  })
})
