import type { Database } from '../../app/db/engine/database'
import type { Actor } from '../../app/domain/access'
import { findForReview } from '../../app/domain/verifications/verification-detail.server'
import { listVerifications } from '../../app/domain/verifications/queue/verification-queue.server'
import { verificationList } from '../../app/domain/verifications/queue/verification-list'
import type { TestServices } from './services'
import { before, organization, permitOf, verification } from './verifications'
import { DAY_MS } from '../../app/durations'

export const linkTo = ({ id, type }: { id: string; type: string }) => ({ id, type })

/** The queue as the manager of the test reads it, and applications as its admin opens them, unless said otherwise. */
export function verificationQueue(db: Database, test: () => { services: TestServices; dana: Actor; wei: Actor }) {
  const state = (query = '') => verificationList.read(new URLSearchParams(query))
  const list = (query = '', actor = test().dana) =>
    listVerifications(test().services, permitOf(actor, 'verifications.read'), state(query))
  const ids = async (query = '', actor = test().dana) => (await list(query, actor)).rows.map((row) => row.id)
  const review = (id: string, query = '', actor = test().wei) =>
    findForReview(test().services, permitOf(actor, 'verifications.read'), { id, state: state(query) })

  /** Five applications of three companies, oldest first; the middle one is decided. */
  async function fiveApplications() {
    const steppe = await organization(db, { name: 'Steppe Freight' })
    const altai = await organization(db, {
      name: 'Алтай Карго',
      legalName: 'ООО «100%_Груз\\»',
      registrationNumber: '7701234567',
      country: 'RU',
    })
    const jiangnan = await organization(db, {
      name: '江南物流',
      legalName: '江南物流有限公司',
      registrationNumber: '91310000',
      country: 'CN',
    })
    const make = (organizationId: string, days: number, more: Partial<Parameters<typeof verification>[1]> = {}) =>
      verification(db, { organizationId, submittedAt: before(days * DAY_MS), reviewer: test().dana, ...more })
    return {
      steppe,
      altai,
      jiangnan,
      a: await make(steppe.id, 5, { type: 'legal_representative_change' }),
      b: await make(altai.id, 4, { status: 'under_review' }),
      c: await make(steppe.id, 3, { type: 'address_change', status: 'approved' }),
      d: await make(jiangnan.id, 2, { status: 'need_more_info' }),
      e: await make(jiangnan.id, 1, { type: 'bank_account_update' }),
    }
  }

  return { state, list, ids, review, fiveApplications }
}
