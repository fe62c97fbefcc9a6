import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { findForSetup } from '../../app/db/organizations/stored-setup'
import { invites } from '../../app/db/schema/invites'
import { users } from '../../app/db/schema/users'
import { grant, type Ability } from '../../app/domain/access'
import { DOCUMENT_MAX_BYTES } from '../../app/domain/files/limits'
import { dateProof, type Dated } from '../../app/domain/fresh-proof'
import { showCode } from '../../app/domain/invite-codes/show-code.server'
import { createInvite } from '../../app/domain/invites/create-invite.server'
import type { InviteFor } from '../../app/domain/invites/invite-input'
import type { FormStep } from '../../app/domain/organizations/organization-fields'
import type { Outcome } from '../../app/domain/outcome'
import { addDocument } from '../../app/domain/setup/change-documents.server'
import { stepInput } from '../../app/domain/setup/input.server'
import { saveStep } from '../../app/domain/setup/save-step.server'
import { isFormStep, NEEDED_DOCUMENTS } from '../../app/domain/setup/setup-steps'
import { drawnFrom, storedFields } from '../../app/domain/setup/stored-fields.server'
import { submitOrganization } from '../../app/domain/setup/submit.server'
import { fileRecoveryRequest } from '../../app/domain/sign-in/file-recovery.server'
import { requestMoreInfo, startReview } from '../../app/domain/verifications/decisions/decide.server'
import { changeReviewPeople, readReviewPeople } from '../../app/domain/verifications/second-person/review-people.server'
import type { ReviewPeopleInput } from '../../app/domain/verifications/second-person/review-people-input'
import { saveView } from '../../app/domain/views/views.server'
import type { Services } from '../../app/services.server'
import { SETUP_STEPS, type DocumentType, type VerificationType } from '../../app/vocabulary'
import { pngFile } from '../../tests/support/files'
import { ADMIN, SUPERADMIN } from '../support/demo-phones'

/** What a person would do on a page, by the command that the page gives it to. */
const requestId = 'journey'

export async function personAt({ db }: Services, phone: string) {
  const [person] = await db.select().from(users).where(eq(users.phone, phone))
  if (!person) throw new Error(`Nobody has ${phone}`)
  return person
}

async function permitOf<Asked extends Ability>(
  services: Services,
  phone: string,
  ability: Asked,
): Promise<Dated<Asked>> {
  const now = services.now()
  const permit = grant({ ...(await personAt(services, phone)), sessionId: randomUUID(), provenAt: now }, ability)
  if (!permit) throw new Error(`${phone} may not ${ability}`)
  return dateProof(permit, now)
}

function valueOf<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind !== 'done') throw new Error(`Refused: ${JSON.stringify(outcome)}`)
  return outcome.value
}

/** Makes an invite code as a superadmin, and gives it. */
export async function makeInvite(services: Services, { uses, ...target }: InviteFor & { uses: number }) {
  const permit = await permitOf(services, SUPERADMIN, 'invites.create')
  const input = { ...target, id: randomUUID(), maximumUses: uses, lastDay: null, notes: null }
  const { id } = valueOf(await createInvite(services, permit, input, requestId))
  const [invite] = await services.db.select().from(invites).where(eq(invites.id, id))
  if (!invite) throw new Error('The code is not there')
  return showCode(permit.actor, invite)
}

const FORM_STEPS: readonly FormStep[] = SETUP_STEPS.filter((step) => isFormStep(step))

async function setupOf(services: Services, phone: string) {
  const permit = await permitOf(services, phone, 'setup.own')
  const organizationId = permit.actor.organizationId ?? ''
  const read = async () => {
    const stored = await findForSetup(services.db, organizationId)
    if (!stored) throw new Error(`${phone} has no organization`)
    return stored
  }
  return { permit, organizationId, read }
}

/** Saves steps of a partner's setup, all unless said otherwise, as their forms are drawn. */
export async function saveSteps(services: Services, phone: string, steps: readonly FormStep[] = FORM_STEPS) {
  const { permit, organizationId, read } = await setupOf(services, phone)
  for (const step of steps) {
    const stored = await read()
    const target = { organizationId, seen: drawnFrom(step, stored), requestId }
    valueOf(
      await saveStep(
        services,
        permit,
        target,
        stepInput(step, { language: 'en', country: stored.organization.country }).parse(storedFields(step, stored)),
      ),
    )
  }
}

/** A partner's organization, filled in and sent. */
export async function submitSetup(services: Services, phone: string) {
  await saveSteps(services, phone)
  const { permit, organizationId, read } = await setupOf(services, phone)
  for (const type of NEEDED_DOCUMENTS) {
    const document = { ...(await pictureOf(services, type)), formId: null, organizationId, requestId }
    valueOf(await addDocument(services, permit, document))
  }
  const { version } = (await read()).organization
  return {
    organizationId,
    ...valueOf(await submitOrganization(services, permit, { organizationId, version, requestId })),
  }
}

async function pictureOf({ documents }: Services, type: DocumentType) {
  const incoming = await documents.receive(Readable.from([pngFile()]), DOCUMENT_MAX_BYTES)
  if (incoming === 'too-large') throw new Error('The smallest picture is too large')
  return { type, fileName: `${type}.png`, incoming }
}

/** An admin claims an application and asks for more. */
export async function askForMore(services: Services, id: string, items: readonly string[]) {
  const permit = await permitOf(services, ADMIN, 'verifications.review')
  const { version } = valueOf(await startReview(services, permit, { id, version: 1, requestId }))
  valueOf(await requestMoreInfo(services, permit, { id, version, items, requestId }))
}

/** From now on two people decide on applications of these types. */
export async function needTwoPeople(services: Services, needed: readonly VerificationType[]) {
  const permit = await permitOf(services, SUPERADMIN, 'reviews.settings')
  const { types, version } = await readReviewPeople(services, permit)
  const people = types.map(({ type, people }) => [type, needed.includes(type) ? 2 : people] as const)
  const mustOpen = types.flatMap(({ type, mustOpen }) => (mustOpen ? [type] : []))
  const input = { ...Object.fromEntries(people), mustOpen, version } as ReviewPeopleInput
  valueOf(await changeReviewPeople(services, permit, input, { requestId }))
}

/** Requests of people whose numbers changed. */
export async function askForRecovery(
  services: Services,
  people: readonly { name: string; oldPhone: string; newPhone: string }[],
) {
  const browser = { formId: null, address: '127.0.0.1', proofs: [], requestId }
  for (const person of people)
    valueOf(await fileRecoveryRequest(services, { ...person, ...browser, message: 'Lost my SIM card' }))
}

/** One's own views, besides those that come with the console; those that are there already stay as they are. */
export async function keepViews(
  services: Services,
  phone: string,
  views: readonly { name: string; address: string }[],
) {
  const permit = await permitOf(services, phone, 'views')
  for (const view of views) {
    const outcome = await saveView(services, permit, { ...view, sharedWith: null }, { requestId })
    if (outcome.kind !== 'unchanged') valueOf(outcome)
  }
}
