import { boundsOf, SETTABLE_CLASSES } from '../../app/domain/keeping/periods'
import { drawPdf } from '../../app/demo/documents/document-pdf'
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '../../app/db/engine/database'
import { insertRecoveryRequest } from '../../app/db/users/recovery'
import { sessions } from '../../app/db/schema/sessions'
import { users } from '../../app/db/schema/users'
import { dataRequests } from '../../app/db/schema/personal-data'
import { messages } from '../../app/db/schema/messages'
import { savedViews } from '../../app/db/schema/views'
import { inboxEntries, notes } from '../../app/db/schema/notes'
import { enqueueMessage } from '../../app/domain/messages/enqueue.server'
import { openSession } from '../../app/domain/sessions/sessions.server'
import { startSession } from '../../app/http/sign-in/session.server'
import { VERIFICATION_TYPES } from '../../app/vocabulary'
import { emptyTables, keepRows } from './database'
import { addInvite } from './invites'
import { addUser } from './people'
import { TEST_START, testServices, type TestServices } from './services'
import { addTemplate } from './templates'
import { addBrand, addDocument, keepFile, organization, partner, staff, verification } from './verifications'

export const PEOPLE = ['superadmin', 'admin', 'manager', 'cashier', 'partner', 'nobody'] as const
export type Person = (typeof PEOPLE)[number]

export type Cast = {
  cookies: Readonly<Record<Person, string | undefined>>
  /** The ids for `{name}` in an address, each in the state that its use needs. */
  ids: Readonly<Record<string, string>>
  /** The tokens of all sessions, and their hashes. */
  tokens: string[]
  tokenHashes: string[]
}

/** Codes that open more than most of the cast could hand out. */
export const SECRET_CODES = {
  admin: 'INV-ADMN-4444-7K0M',
  superadmin: 'INV-SPER-5555-7K0M',
  partner: 'INV-PRTN-6666-7K0M',
}

/** Values that only some people may read, each stored once. */
export const PLANTED = {
  phone: '+77272123987',
  email: 'only-for-managers@steppe.example',
  bankAccount: 'KZ86125KZT5004100100',
  bankName: 'Halyk zx83',
  representativeName: 'Алия Жүнісова zx84',
  representative: 'Алия Сәрсенбаева N 41207300',
  fileName: 'passport of the director.pdf',
  storageKey: 'a9f1c3de-5b11-4a3c-9d4e-000000000abc',
  recipient: 'recipient-of-a-code@example.kz',
  userPhone: '+77019871234',
  userEmail: 'cashier-at-home@example.kz',
  message: 'Your organization was paused zx82',
  note: 'The director asked us to wait until Friday zx81',
}

/** The cast on emptied tables, with its own services. */
export async function newCast(db: Database): Promise<{ cast: Cast; services: TestServices }> {
  await emptyTables(db)
  const services = await testServices()
  return { cast: await openCast(db, services), services }
}

/** Opens the cast once, with what `addTo` adds; each call of `anew` restores every row and file, and returns new services. */
export async function repeatableCast(
  db: Database,
  addTo: (cast: Cast) => Promise<void> = async () => {},
): Promise<{ cast: Cast; anew: () => Promise<TestServices> }> {
  const { cast, services: first } = await newCast(db)
  await addTo(cast)
  const bringBack = await keepRows(db)
  const files = new Map(first.files)
  const anew = async () => {
    await bringBack()
    const services = await testServices()
    for (const [key, file] of files) services.files.set(key, file)
    return services
  }
  return { cast, anew }
}

/** Fills the cast's ids into each `{name}` of an address or form; an unknown name becomes text that matches nothing. */
export const withIds = ({ ids }: Pick<Cast, 'ids'>, text: string): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? `no ${name}`)

/** One person of each kind with a session, and one thing of each kind for them to reach for. */
export async function openCast(db: Database, services: TestServices): Promise<Cast> {
  const own = await organization(db, { status: 'draft' })
  const other = await organization(db, {
    name: 'Caspian Line',
    registrationNumber: '190540067890',
    phone: PLANTED.phone,
    email: PLANTED.email,
    bankAccount: PLANTED.bankAccount,
    bankName: PLANTED.bankName,
    representativeDocument: PLANTED.representative,
    representativeName: PLANTED.representativeName,
  })
  const people = {
    superadmin: await staff(db, 'superadmin', 'Ержан Төлеген'),
    admin: await staff(db, 'admin', '李伟'),
    manager: await staff(db, 'manager', 'Ольга Кузнецова'),
    cashier: await staff(db, 'cashier', 'Daniel Brooks'),
    partner: await partner(db, own.id),
  }
  const cookies: Record<Person, string | undefined> = {
    ...Object.fromEntries(PEOPLE.map((person) => [person, ''])),
    nobody: undefined,
  } as Record<Person, string | undefined>
  const tokens: string[] = []
  for (const [person, { id }] of Object.entries(people)) {
    const opened = await openSession(db, services, id, {
      deviceId: 'device',
      userAgent: 'Firefox',
      address: '198.51.100.7',
    })
    const [line] = await startSession(services, { userId: id, deviceId: 'device' }, opened)
    tokens.push(opened.access_token, opened.refresh_token)
    cookies[person as Person] = line?.split(';')[0]
  }

  const reviewer = people.manager
  const open = (more: Partial<Parameters<typeof verification>[1]>) =>
    verification(db, { organizationId: other.id, reviewer, ...more })
  const pending = await open({})
  const reviewed = await open({ type: 'address_change', status: 'under_review' })
  const waiting = await open({ type: 'tax_registration_renewal', status: 'need_more_info' })
  const sensitive = await open({ type: 'bank_account_update', status: 'under_review' })
  const modePending = await open({ type: 'operation_mode_change' })
  const modeReviewed = await open({ type: 'operation_mode_change', status: 'under_review', organizationId: own.id })
  const modeWaiting = await open({
    type: 'operation_mode_change',
    status: 'need_more_info',
    organizationId: (await organization(db)).id,
  })
  const bare = async (more: Parameters<typeof organization>[1]) => (await organization(db, more)).id
  const sensitivePending = await verification(db, {
    organizationId: await bare({}),
    type: 'legal_representative_change',
  })
  const document = await addDocument(db, reviewed, 'pending', {
    fileName: PLANTED.fileName,
    storageKey: PLANTED.storageKey,
  })
  const brand = await addBrand(db, other.id)
  const ownDocument = await addDocument(db, { organizationId: own.id, id: modeReviewed.id })

  const drawn = { state: 'Kazakhstan', title: 'Lease', company: 'Sary Arka', tint: 0, lines: [] }
  for (const one of [document, ownDocument]) await keepFile(services, one, Buffer.from(drawPdf(drawn)))

  await db
    .update(users)
    .set({ phone: PLANTED.userPhone, email: PLANTED.userEmail })
    .where(eq(users.id, people.cashier.id))
  const opened = await db
    .select({ access: sessions.accessTokenHash, refresh: sessions.refreshTokenHash })
    .from(sessions)

  const viewId = randomUUID()
  await db.insert(savedViews).values({
    id: viewId,
    ownerId: people.manager.id,
    name: 'Kept',
    path: '/verifications/',
    search: '?view=overdue',
    createdAt: new Date(TEST_START),
  })
  const noteId = randomUUID()
  const at = new Date(TEST_START)
  await db.insert(notes).values({
    id: noteId,
    organizationId: other.id,
    verificationId: reviewed.id,
    authorId: people.manager.id,
    text: PLANTED.note,
    createdAt: at,
  })
  await db.insert(notes).values(
    [null, modeReviewed.id].map((verificationId) => ({
      organizationId: own.id,
      verificationId,
      authorId: people.manager.id,
      text: PLANTED.note,
      createdAt: at,
    })),
  )
  const messageId = randomUUID()
  await enqueueMessage(db, services, {
    id: messageId,
    channel: 'sms',
    kind: 'organization_suspend',
    to: PLANTED.phone,
    text: PLANTED.message,
    language: 'ru',
    organizationId: other.id,
  })
  await db.update(messages).set({ status: 'failed', lastError: 'expired' }).where(eq(messages.id, messageId))
  const mentionOfAdmin = randomUUID()
  // The cashier was a manager when the note was written.
  await db.insert(inboxEntries).values(
    [people.admin, people.cashier].map(({ id: userId }, n) => ({
      id: n === 0 ? mentionOfAdmin : randomUUID(),
      userId,
      kind: 'mention' as const,
      actorId: people.manager.id,
      noteId,
      organizationId: other.id,
      at,
    })),
  )

  const blocked = await addUser(db, { phone: '+77010000067', role: 'cashier', status: 'suspended' })
  await db.insert(dataRequests).values({
    userId: blocked,
    kind: 'export',
    id: randomUUID(),
    reason: 'Asked for it',
    proposedBy: people.superadmin.id,
    proposedAt: at,
    agreedBy: people.superadmin.id,
    agreedAt: at,
  })

  const code = (n: number, createdBy: string, more: Parameters<typeof addInvite>[1] = {}) =>
    addInvite(db, { code: `INV-7K4M-9QXT-2B8${n}`, type: 'invite_to_user', role: 'cashier', createdBy, ...more })
  return {
    cookies,
    tokens,
    tokenHashes: opened.flatMap(({ access, refresh }) => [access, refresh]),
    ids: {
      own: own.id,
      other: other.id,
      pending: pending.id,
      reviewed: reviewed.id,
      waiting: waiting.id,
      sensitive: sensitive.id,
      modePending: modePending.id,
      modeReviewed: modeReviewed.id,
      modeWaiting: modeWaiting.id,
      document: document.id,
      brand: brand.id,
      template: await addTemplate(db),
      view: viewId,
      note: noteId,
      mentionOfAdmin,
      message: messageId,
      ownDocument: ownDocument.id,
      byAdmin: await code(1, people.admin.id),
      byManager: await code(2, people.manager.id),
      byCashier: await code(3, people.cashier.id),
      sentByCashier: await code(4, people.cashier.id, {
        channel: 'email',
        recipient: 'aset@example.kz',
        language: 'ru',
      }),
      forAdmins: await addInvite(db, { code: SECRET_CODES.admin, type: 'invite_to_user', role: 'admin' }),
      forSuperadmins: await addInvite(db, {
        code: SECRET_CODES.superadmin,
        type: 'invite_to_user',
        role: 'superadmin',
      }),
      forPartners: await addInvite(db, {
        code: SECRET_CODES.partner,
        createdBy: people.manager.id,
        channel: 'email',
        recipient: PLANTED.recipient,
        language: 'ru',
      }),
      approved: await bare({ status: 'approved' }),
      active: await bare({ status: 'active' }),
      suspended: await bare({ status: 'suspended' }),
      paused: await addUser(db, { phone: '+77010000066', role: 'cashier', status: 'inactive' }),
      blocked,
      invited: await addUser(db, { phone: '+77010000068', role: 'cashier', status: 'invited' }),
      sensitivePending: sensitivePending.id,
      fresh: randomUUID(),
      dueDates: VERIFICATION_TYPES.map((type) => `${type}=9`).join('&'),
      keeping: SETTABLE_CLASSES.map((kept) => `${kept}=${Math.max(100, boundsOf(kept).min)}`).join('&'),
      reviewPeople: VERIFICATION_TYPES.map((type) => `${type}=2`).join('&'),
      request: await addRecoveryRequest(db),
      ...Object.fromEntries(Object.entries(people).map(([person, { id }]) => [person, id])),
    },
  }
}

async function addRecoveryRequest(db: Database): Promise<string> {
  const id = randomUUID()
  const phones = { oldPhone: '+77010000090', newPhone: '+77010000091' }
  await insertRecoveryRequest(db, {
    id,
    name: 'Асель',
    message: 'New SIM card',
    createdAt: new Date(TEST_START),
    ...phones,
  })
  return id
}
