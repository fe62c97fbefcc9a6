import { describe, expect, it } from 'vitest'
import { DueLabel } from '../../../app/routes/verifications/due-label'
import { dueView } from '../../../app/routes/verifications/due.server'
import { LANGUAGES, type Language } from '../../../app/vocabulary'
import { serverHtml } from '../../support/render'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../app/durations'

const NOW = new Date('2026-03-02T09:00:00Z')

type Due = Parameters<typeof dueView>[0]

/** The text and the icon of a due date, as the queue and the review page show them. */
async function shown(due: Due, language: Language = 'en') {
  const view = dueView(due, { now: NOW, language, timeZone: 'Asia/Almaty' })
  const html = view ? await serverHtml(<DueLabel due={view} />, { language }) : ''
  return { text: html.replaceAll(/<[^>]*>/g, ''), sign: /#([\w-]+)"/.exec(html)?.[1], html }
}
const dueIn = (ms: number): Due => ({ dueAt: new Date(NOW.getTime() + ms), dueLeftMinutes: null })
const LEFT: Due = { dueAt: null, dueLeftMinutes: 359 }

describe('the due label', () => {
  it.each([
    ['in half an hour', dueIn(30 * MINUTE_MS), 'due in 30 min', 'clock'],
    ['in this minute', dueIn(0), 'due in 1 min', 'clock'],
    ['in less than six hours', dueIn(6 * HOUR_MS - 1), 'due in 5 h', 'clock'],
    ['in less than a day', dueIn(DAY_MS - 1), 'due in 23 h', 'clock'],
    ['in a day', dueIn(DAY_MS), 'due in 1 day', 'clock'],
    ['a moment ago', dueIn(-1), '1 min late', 'alert-triangle'],
    ['an hour ago', dueIn(-HOUR_MS), '1 h late', 'alert-triangle'],
    ['two days ago', dueIn(-2 * DAY_MS - HOUR_MS), '2 days late', 'alert-triangle'],
    ['with the applicant', LEFT, 'paused, 5 h left', 'pause'],
    ['soon, once the applicant answers', { dueAt: null, dueLeftMinutes: 40 }, 'paused, 40 min left', 'pause'],
    ['with the applicant, sent back late', { dueAt: null, dueLeftMinutes: 0 }, 'late, paused', 'alert-triangle'],
  ])('%s: has words, and an icon beside its colour', async (_, due, text, sign) => {
    expect(await shown(due)).toMatchObject({ text, sign })
  })

  it('is empty for an application without a due date', async () =>
    expect((await shown({ dueAt: null, dueLeftMinutes: null })).text).toBe(''))

  it.each([
    ['ru', 'просрочено, отсчёт остановлен'],
    ['kk', 'мерзімі өткен, тоқтап тұр'],
    ['zh', '已逾期，计时已暂停'],
  ] as const)(
    'in %s: an application returned late is late and paused, without a number of minutes',
    async (language, words) => expect((await shown({ dueAt: null, dueLeftMinutes: 0 }, language)).text).toBe(words),
  )

  it.each(LANGUAGES)('in %s: each state has words of its own, with the exact time behind them', async (language) => {
    const all = [dueIn(30 * MINUTE_MS), dueIn(5 * HOUR_MS), dueIn(2 * DAY_MS), dueIn(-2 * DAY_MS), LEFT]
    const labels = await Promise.all(all.map((due) => shown(due, language)))
    expect(new Set(labels.map(({ text }) => text.replaceAll(/\d+/g, ''))).size).toBe(all.length)
    for (const { text, html } of labels) {
      expect(text).toMatch(/\d/)
      expect(text).not.toMatch(/[{}]|due\./)
      if (html.includes('<time')) expect(html).toMatch(/dateTime="2026-.*title="[^"]*2026/s)
    }
  })
})
