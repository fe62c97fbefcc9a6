import { beforeEach, describe, expect, it } from 'vitest'
import { reviewPeople } from '../../../app/db/schema/reviews'
import type { Actor } from '../../../app/domain/access'
import { shortcutsView } from '../../../app/routes/search/shortcuts-view.server'
import * as decision from '../../../app/routes/verifications/decisions/decision'
import * as detail from '../../../app/routes/verifications/detail'
import { keyName } from '../../../app/routes/verifications/review/desk-keys'
import { LANGUAGES } from '../../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../../support/database'
import { pageHtml } from '../../support/render'
import { answerOf, visit } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { addDocument, before, organization, staff, verification } from '../../support/verifications'
import { HOUR_MS } from '../../../app/durations'

const db = await openTestDatabase()
let services: TestServices
let admin: Actor
let other: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  admin = await staff(db, 'admin', '李伟')
  other = await staff(db, 'manager', 'Ольга Кузнецова')
})

const CAPS: Readonly<Record<string, string>> = { Ctrl: 'Control', Esc: 'Escape' }
const onSheet = (language: (typeof LANGUAGES)[number] = 'en') =>
  (shortcutsView(language).groups.at(-1)?.rows ?? []).map(({ keys, does }) => ({
    key: keys
      .map((cap) => CAPS[cap] ?? cap)
      .join('+')
      .toLowerCase(),
    does,
  }))

/** Every key that the review page listens for, with the label of what it presses. */
async function heardAt(id: string, search: string, actor = admin) {
  const at = `/verifications/${id}${search}`
  const answer = await answerOf(async () => {
    const view = await detail.loader(visit(services, at, { actor, params: { id } }) as never)
    return view as { data: unknown; init: null }
  })
  const html = await pageHtml(detail.default, { loaderData: answer.body }, { at })
  return [...html.matchAll(/<(a|button|textarea)\b([^>]*)>(.*?)<\/\1>/gs)].flatMap(
    ([, tag, attributes = '', inner = '']) => {
      const names = / aria-keyshortcuts="([^"]*)"/.exec(attributes)?.[1]?.split(' ') ?? []
      const label = / aria-label="([^"]*)"/.exec(attributes)?.[1]
      const words = (label ?? inner.replace(/<[^>]*>/g, '')).trim()
      return names.map((name) => ({ key: name.toLowerCase(), words: tag === 'textarea' ? null : words }))
    },
  )
}

/** Keys whose label depends on the document, or on the form that they send or leave. */
const NAMED_BY_PLACE = ['[', ']', 'control+enter', 'escape', 'j', 'k']

describe('the shortcut sheet', () => {
  it('lists exactly the keys the review page listens for, each labelled like its button', async () => {
    const given = async (more: Partial<Parameters<typeof verification>[1]> = {}) =>
      verification(db, { organizationId: (await organization(db)).id, ...more })
    const waiting = await given()
    const next = await given({ type: 'address_change' })
    const held = await given({ status: 'under_review', reviewer: other, reviewerId: other.id })
    const asked = await given({ status: 'need_more_info', reviewer: admin })
    const uploaded = (hours: number) => addDocument(db, waiting, 'pending', { uploadedAt: before(hours * HOUR_MS) })
    const documents = [await uploaded(3), await uploaded(2), await uploaded(1)]
    const reject = () =>
      decision.action(
        visit(services, `/verifications/${held.id}/reject`, {
          actor: admin,
          params: { id: held.id },
          form: [
            ['version', String(held.version)],
            ['reason', 'The licence has expired'],
          ],
        }) as never,
      )
    await db.insert(reviewPeople).values([
      { type: 'address_change', people: 2, version: 1 },
      { type: 'bank_account_update', people: 2, version: 1 },
    ])
    const prepared = async (type: 'address_change' | 'bank_account_update', act: 'approve' | 'reject') => {
      const one = await given({ type, status: 'under_review', reviewer: other })
      const at = `/verifications/${one.id}/${act}`
      const form: [string, string][] = [
        ['version', String(one.version)],
        ['reason', 'The licence has expired'],
      ]
      await answerOf(() =>
        decision.action(visit(services, at, { actor: other, params: { id: one.id }, form }) as never),
      )
      return one.id
    }
    const heard = [
      ...(await heardAt(await prepared('address_change', 'approve'), '')),
      ...(await heardAt(await prepared('bank_account_update', 'reject'), '')),
      ...(await heardAt(waiting.id, `?document=${documents[1]?.id}`)),
      ...(await heardAt(waiting.id, '?verdict=reject')),
      ...(await heardAt(next.id, '')),
      ...(await heardAt(held.id, '')),
      ...(await heardAt(held.id, '?decide=approve', other)),
      ...(await heardAt(asked.id, '')),
      ...((await answerOf(reject)).status === 302 ? await heardAt(waiting.id, '') : []),
    ]
    const sheet = onSheet()
    const keys = new Set(heard.map(({ key }) => key))
    // Zoom and rotation are drawn by scripts alone; the end-to-end test of the keys covers them.
    expect([...keys].toSorted()).toEqual(
      [...new Set(sheet.map(({ key }) => key))].filter((key) => !['+', '-', '.'].includes(key)).toSorted(),
    )
    for (const { key, words } of heard)
      if (words !== null && !NAMED_BY_PLACE.includes(key))
        expect(sheet, `${key}: ${words}`).toContainEqual({ key, does: words })
  })

  it.each(LANGUAGES)('lists the same keys in %s, each with a description', (language) => {
    expect(onSheet(language).map(({ key }) => key)).toEqual(onSheet().map(({ key }) => key))
    for (const { does } of onSheet(language)) expect(does).not.toBe('')
  })
})

describe('the key name of a key press', () => {
  const NONE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
  it.each([
    ['a letter by its place', { code: 'KeyU', key: 'г' }, 'u'],
    ['with Shift', { code: 'KeyS', key: 'Ы', shiftKey: true }, 'Shift+S'],
    ['a bracket by its place', { code: 'BracketLeft', key: 'х' }, '['],
    ['a bracket that takes AltGr', { code: 'Digit8', key: '[', ctrlKey: true, altKey: true }, '['],
    ['a plus that takes Shift', { code: 'Equal', key: '+', shiftKey: true }, '+'],
    ['the minus of the number pad', { code: 'NumpadSubtract', key: '-' }, '-'],
    ['Ctrl+Z', { code: 'KeyZ', key: 'z', ctrlKey: true }, 'Control+Z'],
    ['Ctrl+Enter', { code: 'Enter', key: 'Enter', metaKey: true }, 'Control+Enter'],
    ['none where the browser zooms', { code: 'Minus', key: '-', ctrlKey: true }, null],
    ['none where the browser zooms in', { code: 'NumpadAdd', key: '+', ctrlKey: true }, null],
    ['none for Ctrl+S', { code: 'KeyS', key: 's', ctrlKey: true }, null],
    ['none for Ctrl+Shift+Z', { code: 'KeyZ', key: 'Z', ctrlKey: true, shiftKey: true }, null],
  ])('%s', (_, pressed, name) => expect(keyName({ ...NONE, ...pressed })).toBe(name))
})
