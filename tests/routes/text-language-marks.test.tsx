import { beforeEach, describe, expect, it } from 'vitest'
import { inboxEntries } from '../../app/db/schema/notes'
import { branches } from '../../app/db/schema/organizations'
import type { Actor } from '../../app/domain/access'
import * as inbox from '../../app/routes/inbox/list'
import * as sendInvite from '../../app/routes/invites/create/send-to-one'
import * as deleteMany from '../../app/routes/invites/delete-many'
import * as organizationPage from '../../app/routes/organizations/detail'
import * as check from '../../app/routes/organizations/documents/verdict'
import * as decision from '../../app/routes/verifications/decisions/decision'
import * as desk from '../../app/routes/verifications/detail'
import * as queue from '../../app/routes/verifications/list'
import { emptyTables, openTestDatabase } from '../support/database'
import { addInvite } from '../support/invites'
import { pageHtml } from '../support/render'
import { answerOf, visit } from '../support/requests'
import { testServices, type TestServices } from '../support/services'
import { addDocument, before, organization, staff, verification } from '../support/verifications'
import { DAY_MS } from '../../app/durations'

const db = await openTestDatabase()
let services: TestServices
let dana: Actor
let li: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  dana = await staff(db, 'manager', 'Дана Оспанова')
  li = await staff(db, 'admin', '李伟')
})

type Route = {
  loader: (args: never) => unknown
  action?: (args: never) => unknown
  default: Parameters<typeof pageHtml>[0]
}
type Asked = { actor?: Actor; params?: Record<string, string>; form?: Record<string, string> }

/** The page as the server draws it in English, after sending it the form if one is given. */
async function drawn(route: Route, path: string, { actor = li, params, form }: Asked = {}): Promise<string> {
  const bodyOf = (handler: Route['action'], sent?: Asked['form']) =>
    answerOf(() => handler?.(visit(services, path, { actor, params, form: sent }) as never))
  const { body: loaderData } = await bodyOf(route.loader)
  const actionData = form && (await bodyOf(route.action, form)).body
  return pageHtml(route.default, { loaderData, actionData, params }, { at: path })
}

describe('text in another language than the page is marked with its own language', () => {
  it('the names in an inbox sentence', async () => {
    const { id: organizationId } = await organization(db, { name: '天山货运' })
    const { id: verificationId } = await verification(db, { organizationId })
    await db.insert(inboxEntries).values({
      userId: li.id,
      kind: 'prepared',
      actorId: dana.id,
      organizationId,
      verificationId,
      at: services.now(),
    })
    const html = await drawn(inbox, '/inbox')
    const sentence = '<bdi lang="ru">Дана Оспанова</bdi> prepared a decision on <bdi lang="zh">天山货运</bdi>'
    expect(html.split(sentence)).toHaveLength(3)
  })

  it('the reason a document was rejected, on the desk and on the organization page', async () => {
    const found = await verification(db, { organizationId: (await organization(db)).id, status: 'under_review' })
    await addDocument(db, found, 'rejected', { fileName: 'lease.pdf', rejectionReason: 'Срок истёк в мае' })
    const params = { id: found.id }
    expect(await drawn(desk, `/verifications/${found.id}`, { params })).toContain(
      'Rejected: <bdi lang="ru">Срок истёк в мае</bdi>',
    )
    const at = { id: found.organizationId }
    expect(await drawn(organizationPage, `/organizations/${at.id}?tab=documents`, { params: at })).toMatch(
      /lang="ru"[^>]*>Срок истёк в мае</,
    )
  })

  it('the default language of an organization', async () => {
    const at = await organization(db, { defaultLocale: 'ru' })
    expect(await drawn(organizationPage, `/organizations/${at.id}?tab=settings`, { params: { id: at.id } })).toContain(
      '<bdi lang="ru">Русский</bdi>',
    )
  })

  it('the names of files that block an approval', async () => {
    const found = await verification(db, {
      organizationId: (await organization(db)).id,
      status: 'under_review',
      reviewer: li,
    })
    for (const fileName of ['аренда.pdf', 'lease.pdf']) await addDocument(db, found, 'rejected', { fileName })
    const html = await drawn(decision, `/verifications/${found.id}/approve`, { params: { id: found.id } })
    expect(html).toContain('<bdi lang="ru">аренда.pdf</bdi>, <bdi>lease.pdf</bdi>')
  })

  it('the name of the file to be verified', async () => {
    const found = await verification(db, { organizationId: (await organization(db)).id })
    const { id: documentId } = await addDocument(db, found, 'pending', { fileName: 'аренда.pdf' })
    const params = { id: found.organizationId, documentId }
    const path = `/organizations/${params.id}/documents/${documentId}/verify`
    expect(await drawn(check, path, { params })).toContain(
      '<bdi lang="ru">аренда.pdf</bdi>: the document will be marked as verified.',
    )
  })

  it('the name of a branch before each of its values', async () => {
    const { id: organizationId } = await organization(db)
    const found = await verification(db, { organizationId })
    await db.insert(branches).values({
      organizationId,
      name: '总部',
      isPrimary: true,
      person: 'Li Wei',
      phone: '+77272000001',
      email: 'office@steppe.example',
      address: 'Abay Avenue 10, Almaty',
    })
    const html = await drawn(desk, `/verifications/${found.id}`, { params: { id: found.id } })
    expect(html).toContain('<dt>Name of the branch · <bdi lang="zh">总部</bdi></dt>')
  })

  it('the reviewer an application is kept for, in the queue and on the desk', async () => {
    const { id: organizationId } = await organization(db)
    const { id } = await verification(db, { organizationId, reservedFor: dana.id, reservedUntil: before(-DAY_MS) })
    const kept = 'Kept for <bdi lang="ru">Дана Оспанова</bdi>'
    expect(await drawn(queue, '/verifications/')).toContain(kept)
    expect(await drawn(desk, `/verifications/${id}`, { params: { id } })).toContain(kept)
  })

  it('the creator of invite codes that will not be deleted', async () => {
    const invite = await addInvite(db, { createdBy: li.id })
    expect(await drawn(deleteMany, `/invites/delete?id=${invite}`, { actor: dana })).toContain(
      'created by <bdi lang="zh">李伟</bdi>',
    )
  })

  it('the preview of an invitation', async () => {
    const form = { intent: 'preview', type: 'invite_logistic_provider', language: 'kk' }
    expect(await drawn(sendInvite, '/invites/email', { form })).toMatch(/<p [^>]*lang="kk"[^>]*>Сәлеметсіз бе/)
  })
})
