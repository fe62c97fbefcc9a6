import { randomUUID } from 'node:crypto'
import type { Database } from '../../app/db/engine/database'
import { users } from '../../app/db/schema/users'
import { searchKey } from '../../app/domain/names/search-key.server'
import { TEST_START } from './services'

type NewUser = typeof users.$inferInsert

/** Adds a user and gives its id: an active manager unless said otherwise. */
export async function addUser(db: Database, user: Partial<NewUser> = {}): Promise<string> {
  const { id = randomUUID(), username = 'Айгерім Нұрланқызы' } = user
  await db.insert(users).values({
    id,
    username,
    searchKey: searchKey(username),
    phone: '+77010000003',
    status: 'active',
    role: 'manager',
    language: 'en',
    createdAt: new Date(TEST_START),
    ...user,
  })
  return id
}
