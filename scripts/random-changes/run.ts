import { inArray, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { listMiscounts, foldCounts, type Miscount } from '../../app/db/counts'
import type { Database } from '../../app/db/engine/database'
import { readRows } from '../../app/db/engine/sql'
import { isDatabaseUnavailable } from '../../app/db/engine/unavailable'
import { organizations } from '../../app/db/schema/organizations'
import { users } from '../../app/db/schema/users'
import { rollDice, type Dice } from '../../app/demo/dice'
import { WrongArgument } from '../command'
import { ACTS, addedEmail, addOrganizations, type Tx, type World } from './acts'

export type Asked = {
  /** How many rows are changed and committed at least. */
  changes: number
  /** How many connections are killed at least, during a transaction that had changed something. */
  kills: number
  connections: number
  mostRows: number
  /** How many organizations there are at least at the start. */
  organizations: number
  seed: number
  now: Date
}

/** `refused`: locked crosswise, or against a rule of the database, which took all of it back. `miscounts`: each once. */
export type Found = {
  changes: number
  transactions: number
  rolledBack: number
  refused: number
  kills: number
  comparisons: number
  miscounts: Miscount[]
}

type Transaction = { end: 'done' | 'rolledBack' | 'refused' | 'killed'; changes: number }
type Kill = { hasMetChanges: boolean; error: unknown }

const ROLLED_BACK = 0.15
const BACK_TO_SAVEPOINT = 0.1
const KILLED_IN_FOLDING = 0.2
const TRANSACTIONS_A_FOLD = 40
/** Comparisons while rows are being changed. */
const COMPARISONS = 10
const LARGEST_SEED = 1_000_000_000
/** A deadlock, a second open application of one type, or a row that another now refers to. */
const REFUSED = ['40P01', '23505', '23503']
const rollBack = new Error('rolled back')

/**
 * Changes rows of every counted table at random by several connections at once, in transactions of which some are rolled back and some
 * killed, and folds the counts as the job does. Compares them with exact counts meanwhile, and at the end before and after folding.
 * @throws WrongArgument where there are rows of others
 */
export async function changeAtRandom(
  db: Database,
  asked: Asked,
  say: (soFar: Found) => void = () => {},
): Promise<Found & Pick<World, 'personIds'>> {
  const dice = rollDice(asked.seed)
  const world = await prepare(db, dice, asked)
  const found: Found = {
    changes: 0,
    transactions: 0,
    rolledBack: 0,
    refused: 0,
    kills: 0,
    comparisons: 0,
    miscounts: [],
  }
  const isOver = () => found.changes >= asked.changes && found.kills >= asked.kills
  const isKillDue = () => found.kills < asked.kills * Math.min(1, found.changes / asked.changes)
  const isComparisonDue = () => found.changes * COMPARISONS > asked.changes * (found.comparisons + 1)
  const compare = async () => {
    found.comparisons += 1
    const miscounts = await listMiscounts(db)
    const known = new Set(found.miscounts.map((one) => JSON.stringify(one)))
    found.miscounts.push(...miscounts.filter((one) => !known.has(JSON.stringify(one))))
  }

  let isBroken = false
  const work = async (own: Dice) => {
    while (!isBroken && !isOver()) {
      const { end, changes } = await transact(db, own, world, isKillDue())
      if (end === 'done') {
        found.changes += changes
        found.transactions += 1
      } else if (end === 'killed') found.kills += 1
      else found[end] += 1
      if (own.chance(1 / TRANSACTIONS_A_FOLD)) await Promise.all([foldCounts(db), foldCounts(db)])
      if (!isComparisonDue()) continue
      await compare()
      say(found)
    }
  }
  const workers = Array.from({ length: asked.connections }, () =>
    work(rollDice(dice.between(1, LARGEST_SEED))).catch((error: unknown) => {
      isBroken = true
      throw error
    }),
  )
  for (const ended of await Promise.allSettled(workers)) if (ended.status === 'rejected') throw ended.reason
  await compare()
  await foldCounts(db)
  await compare()
  return { ...found, personIds: world.personIds }
}

async function prepare(db: Database, dice: Dice, { organizations: wanted, now, mostRows }: Asked): Promise<World> {
  const companies = await db.$count(organizations, isOthers(organizations.email))
  const others = companies + (await db.$count(users, isOthers(users.email)))
  if (others > 0)
    throw new WrongArgument('The database holds rows that neither this nor npm run seed has made; nothing was changed')
  const people = ['Дана Оспанова', '李伟'].map((username) => ({
    username,
    phone: `+7704${dice.digits(9)}`,
    email: addedEmail(dice),
    status: 'active' as const,
    role: 'admin' as const,
    createdAt: now,
  }))
  await db.insert(users).values(people).onConflictDoNothing()
  const phones = people.map(({ phone }) => phone)
  const acting = await db.select({ id: users.id }).from(users).where(inArray(users.phone, phones))
  const missing = wanted - (await db.$count(organizations))
  if (missing > 0) await addOrganizations(db, dice, { now, count: missing })
  return { personIds: acting.map(({ id }) => id), now, mostRows }
}

/** True for people who were not made up in bulk: those who were have an e-mail address at a numbered company. */
const isOthers = (email: AnyPgColumn) => sql`coalesce(${email}, '') !~ '@company[0-9]+[.]example$'`

async function transact(db: Database, dice: Dice, world: World, isKillDue: boolean): Promise<Transaction> {
  const found = { changes: 0, kill: { hasMetChanges: false, error: null } as Kill }
  const act = (tx: Tx) => dice.pick(ACTS)(tx, dice, world)
  const end = (how: Transaction['end']) => ({ end: how, changes: found.changes })
  try {
    await db.transaction(async (tx) => {
      for (let step = dice.between(1, 3); step > 0; step -= 1) found.changes += await act(tx)
      if (dice.chance(BACK_TO_SAVEPOINT)) await takenBack(tx, act)
      if (isKillDue) {
        found.kill = await killDuring(db, tx, dice, dice.chance(KILLED_IN_FOLDING) ? foldCounts : act)
        if (found.kill.error) throw found.kill.error
      } else if (dice.chance(ROLLED_BACK)) throw rollBack
    })
    return end('done')
  } catch (error) {
    if (error === rollBack) return end('rolledBack')
    if (found.kill.hasMetChanges && isDatabaseUnavailable(error))
      return end(isRefused(found.kill.error) ? 'refused' : 'killed')
    if (isRefused(error)) return end('refused')
    throw error
  }
}

async function takenBack(tx: Tx, act: (tx: Tx) => Promise<unknown>): Promise<void> {
  await tx
    .transaction(async (part) => {
      await act(part)
      throw rollBack
    })
    .catch((error: unknown) => {
      if (error !== rollBack) throw error
    })
}

/** Kills a transaction's connection while it runs, if the server says that it has changed something. */
async function killDuring(db: Database, tx: Tx, dice: Dice, goOn: (tx: Tx) => Promise<unknown>): Promise<Kill> {
  const [own] = await readRows<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`)
  const going = goOn(tx).then(
    () => null,
    (error: unknown) => error,
  )
  for (let trips = dice.between(0, 4); trips > 0; trips -= 1) await db.execute(sql`select 1`)
  const killed = await readRows(
    db,
    sql`select pg_terminate_backend(pid) from pg_stat_activity where pid = ${own?.pid} and backend_xid is not null`,
  )
  return { hasMetChanges: killed.length > 0, error: await going }
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && (('code' in error && REFUSED.includes(String(error.code))) || isRefused(error.cause))
}
