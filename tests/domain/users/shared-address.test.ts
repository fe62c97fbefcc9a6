import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { invites } from '../../../app/db/schema/invites'
import { messages, notificationChoices } from '../../../app/db/schema/messages'
import { users } from '../../../app/db/schema/users'
import type { Actor } from '../../../app/domain/access'
import { enqueueMessage } from '../../../app/domain/messages/enqueue.server'
import { notifyStaffMembers } from '../../../app/domain/messages/notify-staff-members.server'
import { exportPerson } from '../../../app/domain/users/personal-data/export-person.server'
import { openTestDatabase } from '../../support/database'
import { addInvite } from '../../support/invites'
import { EMAIL, personWithSuperadmins, personWithTraces, request } from '../../support/person-with-traces'
import type { TestServices } from '../../support/services'
import { staff } from '../../support/verifications'

const db = await openTestDatabase()
let services: TestServices
let person: Actor
let first: Actor
let second: Actor
beforeEach(async () => {
  ;({ services, person, first, second } = await personWithSuperadmins(db))
})

const { given, propose, press, erase } = personWithTraces(db, () => ({ services, person, first, second }))

describe('two people with one e-mail address', () => {
  let other: Actor
  beforeEach(async () => {
    other = await staff(db, 'manager', 'Асель Ким')
    await db.update(users).set({ email: EMAIL.toLowerCase() }).where(eq(users.id, other.id))
    for (const userId of [person.id, other.id]) {
      await db.insert(notificationChoices).values({ userId, event: 'mention', channel: 'email' })
      const values = () => ({ who: userId, where: 'x' })
      await notifyStaffMembers(db, services, { userIds: [userId], event: 'mention', path: '/inbox', values })
    }
    await enqueueMessage(db, services, { channel: 'email', kind: 'of_one_of_them', to: EMAIL, text: 'Hello' })
    await addInvite(db, { recipient: EMAIL, channel: 'email', customMessage: 'Welcome' })
  })
  const kept = async () => {
    const rows = await db.select().from(messages).where(eq(messages.channel, 'email'))
    return rows.map(({ kind, recipientId }) => [kind, recipientId])
  }

  it('erasing one deletes only their own messages and leaves those of the other and of unknown owner', async () => {
    expect((await erase()).kind).toBe('done')
    expect((await kept()).toSorted()).toEqual([
      ['of_one_of_them', null],
      ['staff_mention', other.id],
    ])
    expect(await db.$count(invites, eq(invites.recipient, EMAIL))).toBe(1)
  })

  it('the data export of one holds only what is theirs alone', async () => {
    await propose(first, 'export')
    await press(second, 'agree', 'export')
    const taken = await exportPerson(services, given(first, 'users.data'), { id: person.id, ...request() })
    if (taken.kind !== 'done') throw new Error(taken.kind)
    const { messages: told, invitesReceived } = taken.value
    expect(told).toMatchObject({ total: 1, rows: [{ kind: 'staff_mention' }] })
    expect(invitesReceived).toMatchObject({ total: 0 })
  })
})
