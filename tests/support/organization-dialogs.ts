import type { Database } from '../../app/db/engine/database'
import { eq } from 'drizzle-orm'
import { organizations } from '../../app/db/schema/organizations'
import type { Actor } from '../../app/domain/access'
import * as sectionDialog from '../../app/routes/organizations/edit/section'
import { auditActions } from './audit'
import { answerOf, visit } from './requests'
import type { TestServices } from './services'

export const BASIC = {
  name: 'Steppe Freight',
  legalName: 'Steppe Freight LLP',
  registrationNumber: '180440012345',
  country: 'KZ',
  operationMode: 'self_operated',
  timeZone: 'Asia/Almaty',
  email: 'office@steppe.example',
  phone: '+77272000001',
  address: 'Abay Avenue 10, Almaty',
}

type Dialog = { loader: unknown; action: unknown }
export type Form = Record<string, string> | [string, string][]

/** The dialogs of an organization and what they leave in the database. */
export function organizationDialogs(db: Database, test: () => { services: TestServices }) {
  const call = (handler: unknown, path: string, actor: Actor, params: Record<string, string>, form?: Form) =>
    answerOf(() => (handler as (args: unknown) => unknown)(visit(test().services, path, { actor, params, form })))
  const at = (id: string, rest: string) => `/organizations/${id}/${rest}`
  const post = (dialog: Dialog, id: string, rest: string, actor: Actor, form: Form, params = {}) =>
    call(dialog.action, at(id, rest), actor, { id, ...params }, form)
  const get = (dialog: Dialog, id: string, rest: string, actor: Actor, params = {}) =>
    call(dialog.loader, at(id, rest), actor, { id, ...params })
  const basic = (id: string, actor: Actor, form: Record<string, string>) =>
    post(sectionDialog, id, 'edit/basic?status=active', actor, { ...BASIC, ...form }, { section: 'basic' })

  const stored = async (id: string) => {
    const [row] = await db.select().from(organizations).where(eq(organizations.id, id))
    if (!row) throw new Error('no organization')
    return row
  }
  const acts = () => auditActions(db)

  return { call, at, post, get, basic, stored, acts }
}
