import type { Queries } from '../../../db/engine/database'
import {
  findPerson,
  hasLeft,
  listRenamings,
  listWhoLeft,
  lockRequestsOf,
  makePseudonym,
} from '../../../db/users/erasing'
import { findLegalHold } from '../../../db/users/legal-holds'
import { lockUsers, superadminsAmong } from '../../../db/users/user-changes'
import type { Services } from '../../../services.server'
import { ERASED, pseudonymOf } from '../../../pseudonyms'
import type { Actor } from '../../access'
import { recordAudit } from '../../audit/audit.server'
import { openRow } from '../../audit/personal.server'
import { searchKey } from '../../names/search-key.server'
import { conflict, done, missing, type Outcome } from '../../outcome'
import { obstacleToData, type DataObstacle } from './data-request-actions'

const BY_CLOCK = 'clock'
/** Rows per statement. */
const BLOCK_ROWS = 500

type Asked = {
  id: string
  actor: Pick<Actor, 'id' | 'role'> | null
  /** Who proposed it, where somebody did. */
  proposedBy?: string
  requestId: string
}

/**
 * Turns a person into a pseudonym, in the caller's transaction: what is theirs alone is deleted, what they did stays under the id. The
 * audit log is not changed; the key to its personal data is deleted (decisions 31 and 32).
 */
export async function erasePerson(
  tx: Queries,
  services: Pick<Services, 'now'>,
  { id, actor, proposedBy, requestId }: Asked,
): Promise<Outcome<void, DataObstacle>> {
  const locked = await lockUsers(tx, [id])
  const user = locked.find((row) => row.id === id)
  const person = user && (await findPerson(tx, id))
  if (!user || !person) return missing
  const obstacle = obstacleToData('erase', user, {
    actorId: actor?.id ?? null,
    isUnderHold: (await findLegalHold(tx, id)) !== null,
    otherSuperadmins: superadminsAmong(locked).filter((one) => one !== id).length,
  })
  if (obstacle) return conflict(obstacle)
  const at = services.now()
  const names = namesOf(person.username, await listRenamings(tx, id))
  const documents = await makePseudonym(tx, person, { names, at, searchKey: searchKey(pseudonymOf(id)) })
  const told = { ...(proposedBy && { proposedBy }), ...(documents > 0 && { documents }) }
  await recordAudit(tx, {
    at,
    actor,
    action: 'user.erase',
    objectType: 'user',
    objectId: id,
    ...(Object.keys(told).length > 0 && { after: told }),
    requestId,
  })
  return done(undefined)
}

/** The person's present and former names, as far back as the log goes. */
function namesOf(present: string, renamings: Awaited<ReturnType<typeof listRenamings>>): string[] {
  const told = renamings.map(openRow).flatMap(({ before, after }) => [before?.username, after?.username])
  const names = told.filter((name) => typeof name === 'string').filter((name) => name !== '' && name !== ERASED)
  return [...new Set([present, ...names])]
}

/**
 * Erases people who were deactivated or suspended at or before `before`, each in their own transaction; returns how many. Safe in many
 * processes. People under a legal hold stay.
 */
export async function erasePeopleWhoLeft(services: Pick<Services, 'db' | 'now'>, before: Date): Promise<number> {
  let erased = 0
  for (let after: string | null = null; ;) {
    const left: { id: string; isDue: boolean }[] = await listWhoLeft(services.db, before, { after, atMost: BLOCK_ROWS })
    for (const { id } of left.filter(({ isDue }) => isDue)) {
      const outcome = await services.db.transaction(async (tx) => {
        await lockRequestsOf(tx, id)
        await lockUsers(tx, [id])
        if (!(await hasLeft(tx, id, before))) return missing
        return erasePerson(tx, services, { id, actor: null, requestId: BY_CLOCK })
      })
      if (outcome.kind === 'done') erased += 1
    }
    after = left.at(-1)?.id ?? null
    if (left.length < BLOCK_ROWS) return erased
  }
}
