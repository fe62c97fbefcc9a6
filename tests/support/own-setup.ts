import { eq } from 'drizzle-orm'
import type { Database } from '../../app/db/engine/database'
import { documents } from '../../app/db/schema/documents'
import { organizations } from '../../app/db/schema/organizations'
import { timelineEvents, verifications } from '../../app/db/schema/verifications'
import type { Actor } from '../../app/domain/access'
import * as documentsStep from '../../app/routes/organizations/setup/documents'
import type * as moreDocuments from '../../app/routes/organizations/verification-status/documents'
import * as overview from '../../app/routes/organizations/setup/overview'
import * as status from '../../app/routes/organizations/verification-status/status'
import { SETUP_STEPS, type HistoryEvent } from '../../app/vocabulary'
import { auditActions } from './audit'
import { pdfFile } from './files'
import { pageHtml } from './render'
import { answerOf, visit } from './requests'
import type { TestServices } from './services'
import { staff, verification } from './verifications'

type Options = NonNullable<Parameters<typeof visit>[2]>

const NEEDED = ['business_license', 'tax_certificate', 'representative_id']
export type File = { content: Uint8Array; name: string }
export const PDF: File = { content: pdfFile(), name: 'licence.pdf' }

/** The setup of an own organization and what comes after it, used by the person of the test unless said otherwise. */
export function ownSetup(
  db: Database,
  test: () => { services: TestServices; own: { id: string; version: number }; person: Actor },
) {
  const path = (rest = '') => `/organizations/${test().own.id}/${rest}`
  const args = (address: string, options: Options = {}) => {
    const { params, ...rest } = options
    return visit(test().services, address, {
      actor: test().person,
      params: { organizationId: test().own.id, ...params },
      ...rest,
    }) as never
  }
  const load = (module: { loader: (given: never) => unknown }, address: string, options: Options = {}) =>
    answerOf(() => module.loader(args(address, options)))
  const send = (module: { action: (given: never) => unknown }, address: string, options: Options) =>
    answerOf(() => module.action(args(address, options)))
  const acts = () => auditActions(db)
  const now = async () => (await db.select().from(organizations).where(eq(organizations.id, test().own.id)))[0]

  function upload(
    module: typeof documentsStep | typeof moreDocuments,
    file: File | null,
    type = 'business_license',
    { language = 'en', page = path('setup/documents') }: { language?: Options['language']; page?: string } = {},
  ) {
    const form = new FormData()
    form.set('type', type)
    form.set(
      'file',
      file ? new globalThis.File([new Uint8Array(file.content)], file.name) : new globalThis.File([], ''),
    )
    const given = visit(test().services, page, {
      actor: test().person,
      params: { organizationId: test().own.id },
      language,
    })
    const request = new Request(given.request.url, { method: 'POST', body: form })
    return answerOf(() => module.action({ ...given, request } as never))
  }
  const rows = () => db.select().from(documents)
  const makeReady = async () => {
    await db.update(organizations).set({ setupSteps: [...SETUP_STEPS] })
    for (const type of NEEDED) await upload(documentsStep, PDF, type)
  }
  const submit = (version: number) => send(overview, path('setup'), { form: { version: String(version) } })

  const waiting = async () => {
    const reviewer = await staff(db, 'manager', 'Ольга Кузнецова')
    await db.update(organizations).set({ status: 'pending' })
    const requestedChanges = ['A readable lease', 'Устав']
    return verification(db, {
      organizationId: test().own.id,
      status: 'need_more_info',
      reviewer,
      submittedBy: test().person.id,
      requestedChanges,
    })
  }
  const moved = async ({ id }: { id: string }, event: HistoryEvent, version: number) => {
    await db.update(verifications).set({ version })
    await db.insert(timelineEvents).values({ verificationId: id, event, version, at: test().services.now() })
  }
  const pageOf = async (options: Options = {}, page = path('verification-status')) => {
    const { body } = await load(status, page, options)
    return pageHtml(status.default, { loaderData: body })
  }

  return { path, load, send, acts, now, upload, rows, makeReady, submit, waiting, moved, pageOf }
}
