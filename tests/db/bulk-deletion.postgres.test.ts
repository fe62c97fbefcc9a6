import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { readRows } from '../../app/db/engine/sql'
import { changeTerms, deleteMatchingInvites } from '../../app/db/invites/invite-changes'
import { wipeSentTexts } from '../../app/db/messages/messages'
import { invites } from '../../app/db/schema/invites'
import { messages } from '../../app/db/schema/messages'
import { dateProof } from '../../app/domain/fresh-proof'
import { deleteChosen } from '../../app/domain/invites/delete-invites.server'
import { inviteList } from '../../app/domain/invites/invite-list'
import { enqueueMessage } from '../../app/domain/messages/enqueue.server'
import { signOutEverywhere } from '../../app/domain/sessions/sign-out-everywhere.server'
import { addInvite } from '../support/invites'
import { emptyTables, openTestDatabase } from '../support/database'
import { runDuringTransaction } from '../support/meanwhile'
import { testServices } from '../support/services'
import { signedInStaff } from '../support/signed-in'
import { permitOf, staff } from '../support/verifications'

const NOW = new Date('2026-03-02T09:00:00.000Z')
const YESTERDAY = new Date('2026-03-01T19:00:00.000Z')
const NEXT_MONTH = new Date('2026-04-01T19:00:00.000Z')
const EXPIRED = { q: '', code: null, codesByPart: null, type: [], status: ['expired'] } as const
/** More than one statement deletes. */
const MANY = 10_050
/** More than the first statement leaves over, whichever rows it takes. */
const HELD = 100

const db = await openTestDatabase()
beforeEach(() => emptyTables(db))

/** Deletes while a colleague’s uncommitted change prolongs a code; the change commits before the deletion reaches the code. */
async function whileProlonged<Result>(id: string, deletion: () => Promise<Result>): Promise<Result> {
  let deleting: Promise<Result> | undefined
  await db.transaction(async (tx) => {
    await changeTerms(tx, id, { maximumUses: 10, expiresAt: NEXT_MONTH, timeZone: 'Asia/Almaty' })
    deleting = deletion()
    const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(() => readRows(db, waiting)).toHaveLength(1)
  })
  return deleting ?? deletion()
}

it('a code that a colleague prolongs while all expired ones are deleted stays', async () => {
  const id = await addInvite(db, { expiresAt: YESTERDAY })
  expect(await whileProlonged(id, () => deleteMatchingInvites(db, EXPIRED, { at: NOW, atMost: 10 }))).toBe(0)
})

/** Adds that many codes, each a second older than the existing one. */
const fill = () =>
  db.execute(sql`insert into invites (id, code, type, maximum_uses, expires_at, created_at)
    select gen_random_uuid(), 'INV-' || n, type, 1, expires_at, created_at - n * interval '1 second'
    from invites, generate_series(1, ${MANY}) as n`)

it('a deletion goes no further once its author is signed out, as by a suspension', async () => {
  const services = await testServices({ db })
  const yerlan = await signedInStaff(db, services, 'admin', 'Ерлан Сейітов')
  const permit = dateProof(permitOf(yerlan, 'invites.deleteOwn'), yerlan.provenAt)
  await addInvite(db, { expiresAt: YESTERDAY })
  await fill()
  const chosen = { all: true, state: inviteList.read(new URLSearchParams('status=expired')) } as const
  const outcome = await runDuringTransaction(
    db,
    (tx) => tx.execute(sql`select from invites limit ${HELD} for update`),
    () => deleteChosen(services, permit, chosen, NOW, 'R'),
    (tx) => signOutEverywhere(tx, yerlan.id, services.now()),
  )
  expect(outcome).toEqual({ kind: 'forbidden' })
  expect(await db.$count(invites, sql`deleted_at is null`)).toBeGreaterThan(0)
})

it('a code prolonged meanwhile does not keep the 10,050 others that match from being deleted', async () => {
  const services = await testServices({ db })
  const yerlan = await staff(db, 'admin', 'Ерлан Сейітов')
  const permit = dateProof(permitOf(yerlan, 'invites.deleteOwn'), yerlan.provenAt)
  const id = await addInvite(db, { expiresAt: YESTERDAY })
  await fill()
  const chosen = { all: true, state: inviteList.read(new URLSearchParams('status=expired')) } as const
  const outcome = await whileProlonged(id, () => deleteChosen(services, permit, chosen, NOW, 'R'))
  expect(outcome).toMatchObject({ kind: 'done', value: { deleted: MANY } })
  expect(await db.$count(invites, sql`deleted_at is null`)).toBe(1)
})

it('wiping the texts of sent messages waits for no message that another transaction holds', async () => {
  const services = await testServices({ db })
  const message = { channel: 'whatsapp', kind: 'news', to: '+77010000005', text: 'words' } as const
  for (let n = 0; n < 2; n++) await enqueueMessage(db, services, message)
  await db.update(messages).set({ status: 'sent', sentAt: YESTERDAY })
  await runDuringTransaction(
    db,
    (tx) => tx.execute(sql`select from messages limit 1 for update`),
    () => wipeSentTexts(db, NOW),
    async () => expect(await db.$count(messages, sql`text <> ''`)).toBe(1),
  )
  expect(await db.$count(messages, sql`text <> ''`)).toBe(1)
})
