import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../app/db/schema/audit'
import { messages } from '../../../app/db/schema/messages'
import { organizations } from '../../../app/db/schema/organizations'
import type { Actor } from '../../../app/domain/access'
import { openText } from '../../../app/domain/sealing.server'
import * as accessDialog from '../../../app/routes/organizations/change-access'
import * as statusDialog from '../../../app/routes/organizations/change-status'
import Detail, { loader as detail } from '../../../app/routes/organizations/detail'
import { action as answer, loader as partnerStatus } from '../../../app/routes/organizations/verification-status/status'
import { openedAudit } from '../../support/audit'
import { emptyTables, openTestDatabase } from '../../support/database'
import { pageHtml } from '../../support/render'
import { visit } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { organization, partner, verification } from '../../support/verifications'
import { organizationDialogs } from '../../support/organization-dialogs'
import { reviewers } from '../../support/reviews'

const db = await openTestDatabase()
let services: TestServices
let admin: Actor
let manager: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  ;({ admin, manager } = await reviewers(db))
})

const { call, at, post, get, stored, acts } = organizationDialogs(db, () => ({ services }))

describe('the status of an organization', () => {
  const change = (id: string, word: string, actor: Actor, form: Record<string, string>) =>
    post(statusDialog, id, word, actor, form)

  it.each([
    ['activate', 'approved', 'active', ''],
    ['suspend', 'active', 'suspended', 'Долг'],
    ['reactivate', 'suspended', 'active', ''],
    ['archive', 'draft', 'archived', ''],
  ] as const)(
    'by %s goes from %s to %s, with an audit row and a message in the partner’s language',
    async (word, from, to, reason) => {
      const { id } = await organization(db, { status: from })
      await partner(db, id, { language: 'kk', phone: '+77010009999' })
      const done = await change(id, word, admin, { version: '1', ...(reason && { reason }) })
      expect([done.status, done.location]).toEqual([302, `/organizations/${id}`])
      expect(await stored(id)).toMatchObject({ status: to, statusReason: reason || null, version: 2 })
      const [message] = await db.select().from(messages)
      expect(message).toMatchObject({ to: '+77010009999', language: 'kk', kind: `organization_${word}` })
      const text = openText(services.env.sessionSecrets, 'outbox', message?.text ?? '')
      expect(text).toContain('Steppe Freight:')
      expect(text).toContain(`Ұйымыңыздың беті: http://localhost:3000/organizations/${id}/verification-status`)
      expect(await openedAudit(db)).toMatchObject([
        {
          action: `organization.${word}`,
          before: { status: from, version: 1 },
          after: { status: to, version: 2 },
          reason: reason || null,
        },
      ])
      const { body } = await call(detail, at(id, ''), admin, { id })
      expect(body).toMatchObject({ organization: { statusChange: { name: '李伟' } } })
    },
  )

  it('does not become suspended without a reason', async () => {
    const { id } = await organization(db, { status: 'active' })
    const refused = await change(id, 'suspend', admin, { version: '1', reason: ' ' })
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { result: { error: { reason: ['This field is required'] } } },
    ])
    expect((await stored(id)).status).toBe('active')
  })

  it('sent twice is changed once', async () => {
    const { id } = await organization(db, { status: 'active' })
    await change(id, 'suspend', admin, { version: '1', reason: 'Debt' })
    expect((await change(id, 'suspend', admin, { version: '1', reason: 'Debt' })).status).toBe(302)
    expect(await acts()).toEqual(['organization.suspend'])
    expect(await db.select().from(messages)).toHaveLength(1)
  })

  it('suspended for another reason meanwhile answers 409 and keeps that reason', async () => {
    const { id } = await organization(db, { status: 'active' })
    await change(id, 'suspend', admin, { version: '1', reason: 'Debt' })
    const late = await change(id, 'suspend', admin, { version: '1', reason: 'Fraud' })
    expect(late).toMatchObject({
      status: 409,
      body: { result: { initialValue: { reason: 'Fraud' } }, conflict: { because: 'state', status: 'suspended' } },
    })
    expect(await stored(id)).toMatchObject({ statusReason: 'Debt', version: 2 })
    expect(await acts()).toEqual(['organization.suspend'])
  })

  it('answers 409 to a transition that is not allowed and to a stale version', async () => {
    const { id } = await organization(db, { status: 'active', version: 3 })
    expect((await change(id, 'archive', admin, { version: '3', reason: '' })).status).toBe(409)
    const stale = await change(id, 'suspend', admin, { version: '2', reason: 'Debt' })
    expect([stale.status, stale.body]).toMatchObject([
      409,
      { result: { initialValue: { reason: 'Debt' } }, seen: { version: '3' }, conflict: { because: 'stale' } },
    ])
    expect(await stored(id)).toMatchObject({ status: 'active', version: 3 })
    expect((await get(statusDialog, id, 'archive', admin)).status).toBe(409)
  })

  it('of a draft or rejected one changes even if the partner saved meanwhile, when it is the status seen', async () => {
    for (const [status, seen, answered] of [
      ['draft', 'draft', 302],
      ['rejected', 'rejected', 302],
      ['draft', 'rejected', 409],
      ['suspended', 'suspended', 409],
    ] as const) {
      const { id } = await organization(db, { status, version: 5 })
      const sent = { version: '2', status: seen, reason: '' }
      expect((await change(id, 'archive', admin, sent)).status).toBe(answered)
      expect((await stored(id)).status).toBe(answered === 302 ? 'archived' : status)
    }
  })

  it.each(['suspend', 'reactivate', 'archive'])('answers 403 to a manager who wants to %s', async (word) => {
    const { id } = await organization(db, { status: word === 'suspend' ? 'active' : 'suspended' })
    expect((await get(statusDialog, id, word, manager)).status).toBe(403)
    expect((await change(id, word, manager, { version: '1', reason: 'No' })).status).toBe(403)
    expect((await stored(id)).version).toBe(1)
  })

  it('suspended tells the partner why, and takes no answer from them', async () => {
    const { id } = await organization(db, { status: 'active' })
    const own = await partner(db, id)
    const { version } = await verification(db, {
      organizationId: id,
      type: 'address_change',
      status: 'need_more_info',
      requestedChanges: ['A readable lease'],
    })
    await change(id, 'suspend', admin, { version: '1', reason: 'Debt' })
    const params = { organizationId: id }
    const view = await partnerStatus(visit(services, '/', { actor: own, params }) as never)
    expect(view).toMatchObject({ own: { frozen: 'suspended', statusReason: 'Debt', application: { asked: [] } } })
    const form = { version: String(version), answers: 'Here it is', note: '' }
    expect((await call(answer, '/', own, params, form)).status).toBe(409)
  })
})

describe('a suspension', () => {
  it('shows who suspended the organization and when, and that its applications stay open', async () => {
    const { id } = await organization(db, { status: 'active' })
    await verification(db, { organizationId: id, type: 'address_change' })
    await verification(db, { organizationId: id, type: 'bank_account_update', status: 'approved' })
    const asked = await get(statusDialog, id, 'suspend', admin)
    expect(asked.body).toMatchObject({ openCount: 1 })
    await post(statusDialog, id, 'suspend', admin, { version: '1', reason: 'Debt' })
    const { body } = await call(detail, at(id, ''), manager, { id })
    expect(body).toMatchObject({
      organization: {
        statusReason: 'Debt',
        statusChange: { name: '李伟', at: { at: services.now().toISOString() } },
        openCount: 1,
      },
    })
    const STILL_OPEN = '1 application is still open.'
    const drawn = async () => {
      const { body: loaderData } = await call(detail, at(id, ''), manager, { id })
      return pageHtml(Detail, { loaderData })
    }
    expect(await drawn()).toContain(STILL_OPEN)
    await post(statusDialog, id, 'reactivate', admin, { version: '2' })
    expect((await stored(id)).status).toBe('active')
    expect(await drawn()).not.toContain(STILL_OPEN)
  })
})

describe('the access of an organization', () => {
  it('is made official and trial again by a manager, each time once and with an audit row', async () => {
    const { id } = await organization(db, { isTrial: true })
    expect((await post(accessDialog, id, 'access', manager, { access: 'official' })).status).toBe(302)
    expect(await stored(id)).toMatchObject({ isTrial: false, version: 2 })
    expect((await post(accessDialog, id, 'access', manager, { access: 'official' })).status).toBe(302)
    expect(await stored(id)).toMatchObject({ isTrial: false, version: 2 })
    expect((await post(accessDialog, id, 'access', manager, { access: 'trial' })).status).toBe(302)
    expect(await stored(id)).toMatchObject({ isTrial: true, version: 3 })
    const rows = await db.select().from(auditLog).orderBy(auditLog.id)
    expect(rows.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      {
        action: 'organization.access',
        before: { access: 'trial', version: 1 },
        after: { access: 'official', version: 2 },
      },
      {
        action: 'organization.access',
        before: { access: 'official', version: 2 },
        after: { access: 'trial', version: 3 },
      },
    ])
  })

  it('changes although something else was saved meanwhile, but answers 409 once archived', async () => {
    const { id } = await organization(db, { isTrial: true, status: 'draft' })
    expect(await get(accessDialog, id, 'access?status=active', manager)).toMatchObject({
      status: 200,
      body: { isTrial: true, closeTo: `/organizations/${id}?status=active` },
    })
    await db.update(organizations).set({ version: 2 }).where(eq(organizations.id, id))
    expect((await post(accessDialog, id, 'access', manager, { version: '1', access: 'official' })).status).toBe(302)
    expect(await stored(id)).toMatchObject({ isTrial: false, version: 3 })
    const archived = await organization(db, { isTrial: true, status: 'archived' })
    const answer = await post(accessDialog, archived.id, 'access', manager, { access: 'official' })
    expect([answer.status, (await get(accessDialog, archived.id, 'access', manager)).status]).toEqual([409, 409])
    expect((await get(accessDialog, manager.id, 'access', manager)).status).toBe(404)
    expect(await stored(archived.id)).toMatchObject({ isTrial: true, version: 1 })
    expect(await acts()).toEqual(['organization.access'])
  })
})
