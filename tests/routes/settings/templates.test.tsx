import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { templates } from '../../../app/db/schema/templates'
import type { Actor } from '../../../app/domain/access'
import { findDecisionTemplates } from '../../../app/domain/verifications/decisions/decision-templates.server'
import * as archive from '../../../app/routes/settings/templates/archive'
import { loader as list } from '../../../app/routes/settings/templates/list'
import * as template from '../../../app/routes/settings/templates/template'
import type { Language } from '../../../app/vocabulary'
import { auditActions } from '../../support/audit'
import { emptyTables, openTestDatabase } from '../../support/database'
import { pageHtml } from '../../support/render'
import { answerOf, toastOf, visit } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { signedInStaff } from '../../support/signed-in'
import { addTemplate } from '../../support/templates'
import { organization, permitOf, verification } from '../../support/verifications'

const db = await openTestDatabase()
let services: TestServices
let admin: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  admin = await signedInStaff(db, services, 'admin', '李伟')
})

const WORDS = { en: 'Photo of {name}', ru: 'Фото: {name}', kk: 'Суреті: {name}', zh: '{name} 的照片' }
const rows = () => db.select().from(templates)
const acts = () => auditActions(db)

type Form = Record<string, string>
const save = (form: Form, id?: string) =>
  answerOf(() =>
    (template.action as (args: unknown) => unknown)(
      visit(services, `/settings/templates/${id ?? 'new'}`, {
        actor: admin,
        params: id ? { templateId: id } : {},
        form: { use: 'item', ...form },
      }),
    ),
  )

describe('a template', () => {
  it('keeps a pasted text of more than 400 characters and asks to shorten it', async () => {
    const at = visit(services, '/settings/templates/new', { actor: admin, params: {} })
    const drawn = await answerOf(() => (template.loader as (args: unknown) => unknown)(at))
    const { status, body } = await save({ ...WORDS, id: randomUUID(), en: 'x'.repeat(401) })
    const html = await pageHtml(template.default, { loaderData: drawn.body, actionData: body })
    expect(status).toBe(422)
    expect(html).toContain('At most 400 characters. Shorten this text.')
    expect(html).toContain(`>${'x'.repeat(401)}<`)
    expect(html).not.toMatch(/maxlength/i)
  })

  it('names each language in that language', async () => {
    const at = visit(services, '/settings/templates/new', { actor: admin, params: {} })
    const drawn = await answerOf(() => (template.loader as (args: unknown) => unknown)(at))
    const html = await pageHtml(template.default, { loaderData: drawn.body })
    for (const [lang, name] of Object.entries({ zh: '中文', ru: 'Русский', kk: 'Қазақша' }))
      expect(html).toMatch(new RegExp(`<label[^>]*><span lang="${lang}">${name}</span>`))
  })

  it('is stored with its target and types, and its creation is logged', async () => {
    const { status, location } = await save({
      ...WORDS,
      id: randomUUID(),
      target: 'field:basic.address',
      types: 'address_change',
    })
    expect({ status, location }).toEqual({ status: 302, location: '/settings/templates' })
    expect(await rows()).toMatchObject([
      { use: 'item', ru: 'Фото: {name}', target: 'field:basic.address', types: ['address_change'], usedCount: 0 },
    ])
    const [made] = await rows()
    expect(await db.select().from(auditLog)).toMatchObject([
      {
        action: 'template.add',
        actorId: admin.id,
        objectType: 'template',
        objectId: made?.id,
        after: { use: 'item', types: ['address_change'], target: 'field:basic.address', ...WORDS },
      },
    ])
  })

  it('needs text in at least one language, with at most 400 characters in each', async () => {
    const none = { en: '', ru: '', kk: ' ', zh: '' }
    expect(await save({ ...none, id: randomUUID() })).toMatchObject({
      status: 422,
      body: { result: { error: { en: ['This field is required'] } } },
    })
    expect((await save({ ...none, en: 'x'.repeat(401), id: randomUUID() })).status).toBe(422)
    expect(await rows()).toEqual([])
    expect((await save({ ...none, en: 'x'.repeat(400), id: randomUUID() })).status).toBe(302)
    expect(await rows()).toHaveLength(1)
  })

  it('keeps its target field only when it is for an item', async () => {
    await save({ ...WORDS, id: randomUUID(), use: 'rejection', target: 'field:basic.address' })
    expect(await rows()).toMatchObject([{ use: 'rejection', target: null }])
  })

  it('lacking a language is kept and listed with that language as missing, but not offered on the desk', async () => {
    const { id } = await verification(db, { organizationId: (await organization(db)).id, status: 'under_review' })
    const asked = { id, action: 'request-info', language: 'en' } as const
    const offered = async () =>
      (await findDecisionTemplates(services, permitOf(admin, 'verifications.review'), asked))?.templates.length
    await save({ ...WORDS, kk: '', id: randomUUID() })
    const page = (await list(visit(services, '/settings/templates', { actor: admin }) as never)) as {
      templates: { lacking: string | null }[]
    }
    expect(page.templates).toMatchObject([{ lacking: 'Kazakh' }])
    expect(await offered()).toBe(0)
    await save({ ...WORDS, id: randomUUID() })
    expect(await offered()).toBe(1)
  })

  it('is listed in the reader’s language, or else in the first language that has text', async () => {
    await save({ ...WORDS, kk: '', id: randomUUID() })
    const textIn = async (language: Language) =>
      (await list(visit(services, '/settings/templates', { actor: admin, language }) as never)) as unknown
    for (const [language, text] of [
      ['zh', WORDS.zh],
      ['ru', WORDS.ru],
      ['kk', WORDS.en],
    ] as const)
      expect(await textIn(language)).toMatchObject({ templates: [{ text }] })
  })

  it('lacking a slot in one language is refused with an error there, and keeps the input', async () => {
    const { status, body } = await save({ ...WORDS, zh: '照片', id: randomUUID() })
    expect(status).toBe(422)
    expect(body).toMatchObject({
      result: {
        error: { zh: ['{name} is missing here but used in the English text. Add it.'] },
        initialValue: { en: WORDS.en, zh: '照片' },
      },
    })
    expect(await rows()).toEqual([])
  })

  it('with an unknown slot is refused, naming the slots that exist', async () => {
    const { body } = await save({ ...WORDS, en: 'Photo of {adress}', id: randomUUID() })
    expect(body).toMatchObject({
      result: { error: { en: ['{adress} cannot be filled in. Use {document}, {date} or {name}.'] } },
    })
  })

  it('for a field that does not exist is refused', async () => {
    const { body } = await save({ ...WORDS, id: randomUUID(), target: 'field:basic.fax' })
    expect(body).toMatchObject({
      result: { error: { target: ['This field or document no longer exists. Choose another one.'] } },
    })
  })

  it('saved from an outdated page is 409, and the first save is logged with the texts before and after', async () => {
    const id = await addTemplate(db)
    expect((await save({ ...WORDS, version: '1' }, id)).status).toBe(302)
    const { status, body } = await save({ ...WORDS, en: 'Other {name}', version: '1' }, id)
    expect(status).toBe(409)
    expect(body).toMatchObject({ seen: { version: '2' }, isStale: true })
    expect(body).toHaveProperty('now', { en: WORDS.en })
    expect(await rows()).toMatchObject([{ en: WORDS.en, version: 2 }])
    const [row] = await db.select().from(auditLog)
    expect(row).toMatchObject({ action: 'template.edit', after: { en: WORDS.en, version: 2 } })
    expect(row?.before).toEqual({
      use: 'rejection',
      en: '{document}: it cannot be read.',
      ru: '{document}: текст не читается.',
      kk: '{document}: мәтіні оқылмайды.',
      zh: '{document}：内容无法辨认。',
      version: 1,
    })
  })

  it('saved without a change stays the same and writes no audit entry', async () => {
    const id = await addTemplate(db)
    await save({ ...WORDS, version: '1' }, id)
    expect((await save({ ...WORDS, version: '2' }, id)).status).toBe(302)
    expect(await rows()).toMatchObject([{ version: 2 }])
    expect(await acts()).toEqual(['template.edit'])
  })

  it('is shown in the archive dialog with the same text as in the list', async () => {
    const id = await addTemplate(db, { ru: '', en: '' })
    const textIn = async (language: Language) => {
      const asked = { actor: admin, params: { templateId: id }, language }
      return (await archive.loader(visit(services, `/settings/templates/${id}/archive`, asked) as never)).text
    }
    expect(await textIn('kk')).toBe('{document}: мәтіні оқылмайды.')
    for (const language of ['ru', 'en'] as const) {
      const page = await list(visit(services, '/settings/templates', { actor: admin, language }) as never)
      expect(page).toMatchObject({ templates: [{ text: await textIn(language) }] })
      expect(await textIn(language)).not.toBe('')
    }
  })

  it('is archived and restored, each with its own audit entry', async () => {
    const id = await addTemplate(db)
    const post = (form: Form) =>
      answerOf(() =>
        (archive.action as (args: unknown) => unknown)(
          visit(services, `/settings/templates/${id}/archive`, { actor: admin, params: { templateId: id }, form }),
        ),
      )
    expect((await post({ version: '1', seen: 'current' })).status).toBe(302)
    expect(await rows()).toMatchObject([{ isArchived: true }])
    expect((await post({ version: '2', seen: 'archived' })).status).toBe(302)
    expect(await rows()).toMatchObject([{ isArchived: false }])
    expect(await acts()).toEqual(['template.archive', 'template.restore'])
  })

  it('archived by a colleague meanwhile says so, and saving it keeps it archived', async () => {
    const id = await addTemplate(db)
    const drawnAt = () =>
      answerOf(() =>
        (template.loader as (args: unknown) => unknown)(
          visit(services, `/settings/templates/${id}?sort=text`, { actor: admin, params: { templateId: id } }),
        ),
      )
    const htmlOf = async (loaderData: unknown, actionData?: unknown) =>
      pageHtml(template.default, { loaderData, actionData }, { answer: actionData })
    const drawn = await drawnAt()
    expect(await htmlOf(drawn.body)).not.toContain('archived')
    await db.update(templates).set({ isArchived: true, version: 2 })
    const refused = await save({ ...WORDS, version: '1' }, id)
    expect(refused).toMatchObject({ status: 409, body: { seen: { version: '2' }, isStale: true, isArchived: true } })
    for (const loaderData of [drawn.body, (await drawnAt()).body]) {
      const html = await htmlOf(loaderData, refused.body)
      expect(html).toContain('This template has been archived')
      expect(html).toContain(
        'Your text is kept. Saving keeps the template archived: you can restore it to offer it again.',
      )
      expect(html).toContain(`href="/settings/templates/${id}/archive?sort=text"`)
      expect(html).not.toContain('Someone else has changed this template')
    }
    const saved = await save({ ...WORDS, version: '2' }, id)
    expect([saved.status, toastOf(saved.headers)]).toEqual([
      302,
      expect.stringContaining('templates:toast.savedArchived'),
    ])
    expect(await rows()).toMatchObject([{ ...WORDS, isArchived: true }])
  })

  it('says that it is archived when it is opened', async () => {
    const id = await addTemplate(db, { isArchived: true })
    const at = visit(services, `/settings/templates/${id}`, { actor: admin, params: { templateId: id } })
    const drawn = await answerOf(() => (template.loader as (args: unknown) => unknown)(at))
    const html = await pageHtml(template.default, { loaderData: drawn.body })
    expect(html).toContain(
      'This template is archived and no longer offered. Saving keeps it archived; restore it to offer it again.',
    )
    expect(html).toContain(`href="/settings/templates/${id}/archive"`)
  })
})
