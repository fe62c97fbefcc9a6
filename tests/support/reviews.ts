import { eq } from 'drizzle-orm'
import type { Database } from '../../app/db/engine/database'
import { documents } from '../../app/db/schema/documents'
import type { Actor } from '../../app/domain/access'
import * as detail from '../../app/routes/verifications/detail'
import { answerOf, visit, type Visit } from './requests'
import type { TestServices } from './services'
import { organization, staff, verification } from './verifications'

/** Staff who read applications: two who decide them, and a cashier, who does not. */
export const reviewers = async (db: Database) => ({
  admin: await staff(db, 'admin', '李伟'),
  manager: await staff(db, 'manager', 'Ольга Кузнецова'),
  cashier: await staff(db, 'cashier', 'Daniel Brooks'),
})

export type Reviewers = Awaited<ReturnType<typeof reviewers>>

/** Three reviewers, each of whom may agree to what the previous one prepared. */
export const colleagues = async (db: Database) => ({
  olga: await staff(db, 'manager', 'Ольга Ким'),
  yerlan: await staff(db, 'admin', 'Ерлан Сейітов'),
  root: await staff(db, 'superadmin', '王芳'),
})

/** Applications as the admin of the test opens them, unless said otherwise. */
export function reviews(db: Database, test: () => { services: TestServices; people: Reviewers }) {
  const load = (module: { loader: (args: never) => unknown }, path: string, id: string, options: Visit = {}) =>
    answerOf(() =>
      module.loader(visit(test().services, path, { actor: test().people.admin, params: { id }, ...options }) as never),
    )
  const underReview = async (more: Partial<Parameters<typeof verification>[1]> = {}) =>
    verification(db, {
      organizationId: (await organization(db)).id,
      status: 'under_review',
      reviewer: test().people.manager,
      ...more,
    })

  return { load, underReview }
}

/** The page of the application that the test opened, as its manager reads it unless said otherwise, and its documents. */
export function openedReview(
  db: Database,
  test: () => { services: TestServices; people: Reviewers; opened: { id: string } },
) {
  const page = async (search: string, actor: Actor = test().people.manager) => {
    const { id } = test().opened
    return (await detail.loader(
      visit(test().services, `/verifications/${id}${search}`, { actor, params: { id } }) as never,
    )) as { data: { firstDocumentId: string | null; rejection: { fileName: string } | null; openForm: object | null } }
  }
  const storedDocument = async (id: string) => (await db.select().from(documents).where(eq(documents.id, id)))[0]

  return { page, storedDocument }
}
