import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../app/domain/access'
import { loader } from '../../../app/routes/invites/export'
import type { TextKey } from '../../../app/i18n/keys'
import { translate } from '../../../app/i18n/texts.server'
import { LANGUAGES } from '../../../app/vocabulary'
import { emptyTables, openTestDatabase } from '../../support/database'
import { addInvite } from '../../support/invites'
import { visit } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { organization, staff } from '../../support/verifications'

const db = await openTestDatabase()
let services: TestServices
let admin: Actor
let cashier: Actor
/** Both sides of the hour that Berlin has twice, and an instant that is in the new year only in Berlin. */
const [TWICE, AGAIN, NEW_YEAR] = [
  new Date('2025-10-26T00:30:00Z'),
  new Date('2025-10-26T01:30:00Z'),
  new Date('2025-12-31T23:30:59.999Z'),
]

beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  admin = { ...(await staff(db, 'admin', '李伟')), timeZone: 'Europe/Berlin' }
  cashier = { ...(await staff(db, 'cashier', 'Daniel Brooks')), timeZone: 'America/New_York' }
  const { id } = await organization(db, { name: '=Дала, "Жүк"' })
  await addInvite(db, {
    type: 'invite_to_user',
    role: 'admin',
    code: 'INV-0000-0000-0001',
    createdAt: TWICE,
    notes: '-1+1',
  })
  await addInvite(db, {
    type: 'invite_to_organization',
    code: 'INV-0000-0000-0002',
    organizationId: id,
    createdBy: admin.id,
    createdAt: AGAIN,
    expiresAt: NEW_YEAR,
    timeZone: 'Asia/Almaty',
    channel: 'email',
    recipient: 'aset@example.kz',
    notes: 'two\nlines',
  })
  await addInvite(db, { code: 'INV-0000-0000-0003', createdAt: NEW_YEAR, maximumUses: 3, usedCount: 3, notes: '“5” ' })
})

describe.each(LANGUAGES)('the invite file in %s', (language) => {
  const take = async (actor: Actor) => {
    const answer = await loader(visit(services, '/invites/export', { actor, language }) as never)
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer())
  }
  const word = (key: TextKey) => translate(language, { key })
  const header = [
    word('invites:column.code'),
    word('invites:column.type'),
    word('invites:column.status'),
    word('audit:field.usedCount'),
    word('audit:field.maximumUses'),
    word('invites:column.expires'),
    word('invites:column.expiresHere'),
    word('audit:field.organizationId'),
    word('audit:field.role'),
    word('invites:column.recipient'),
    word('invites:column.notes'),
    word('invites:column.created'),
  ].join()
  const provider = `${word('invites:type.invite_logistic_provider')},${word('invites:status.used')}`
  const toOrganization = `${word('invites:type.invite_to_organization')},${word('invites:status.expired')}`
  const toUser = `${word('invites:type.invite_to_user')},${word('invites:status.active')}`

  it('shows an admin codes and recipients, with times in their zone, byte for byte', async () =>
    expect(await take(admin)).toBe(
      `\uFEFF${header}\r\n` +
        `INV-0000-0000-0003,${provider},3,3,,,,,,"“5” ",2026-01-01 00:30\r\n` +
        `INV-0000-0000-0002,${toOrganization},0,10,2026-01-01,2026-01-01 00:30,"'=Дала, ""Жүк""",,aset@example.kz,"two\nlines",2025-10-26 02:30\r\n` +
        `INV-0000-0000-0001,${toUser},0,10,,,,${word('common:role.admin')},,'-1+1,2025-10-26 02:30\r\n`,
    ))

  it('masks codes and recipients for a cashier, with times in their zone, byte for byte', async () =>
    expect(await take(cashier)).toBe(
      `\uFEFF${header}\r\n` +
        `INV-••••-••••-0003,${provider},3,3,,,,,,"“5” ",2025-12-31 18:30\r\n` +
        `INV-••••-••••-0002,${toOrganization},0,10,2026-01-01,2025-12-31 18:30,"'=Дала, ""Жүк""",,••• @example.kz,"two\nlines",2025-10-25 21:30\r\n` +
        `INV-••••-••••-0001,${toUser},0,10,,,,${word('common:role.admin')},,'-1+1,2025-10-25 20:30\r\n`,
    ))
})
