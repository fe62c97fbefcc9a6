import { eq, inArray, sql } from 'drizzle-orm'
import type { Database, Queries } from '../db/engine/database'
import { readRows } from '../db/engine/sql'
import { facts } from '../db/schema/facts'

const DEMO = 'demo'
/** Set when a command of the demo fills an empty database before the demo data comes. */
const RESERVED = 'reserved-for-demo'
/** Set when rows were made up in bulk: whoever reads this code can work out their invite codes. */
const MADE_UP = 'made-up'
/** Set when production serves the database: from then on its data is somebody's, even while it is empty. */
const PRODUCTION = 'production'

/** True when demo data was written into this database. */
export async function isSeeded({ db }: { db: Database }): Promise<boolean> {
  const found = await db.select({ key: facts.key }).from(facts).where(eq(facts.key, DEMO))
  return found.length > 0
}

/** True when made-up data was written into the database, which production then does not serve. */
export async function holdsMadeUp(db: Database): Promise<boolean> {
  const found = await db
    .select({ key: facts.key })
    .from(facts)
    .where(inArray(facts.key, [DEMO, MADE_UP]))
  return found.length > 0
}

/**
 * True where production has served, or where people, organizations or audit rows exist without demo data; one statement, because
 * somebody may be seeding now.
 */
const isOfSomebody = sql`exists (select from facts where key = ${PRODUCTION})
  or not exists (select from facts where key in (${DEMO}, ${RESERVED}))
    and (exists (select from users) or exists (select from organizations) or exists (select from audit_log))`

export async function isSomebodys(db: Database): Promise<boolean> {
  const [found] = await readRows<{ isSomebodys: boolean }>(db, sql`select ${isOfSomebody} as "isSomebodys"`)
  return found?.isSomebodys ?? false
}

/** False when there is demo data already; if another process is writing it, waits for that one first. */
export async function claimForDemo(tx: Queries, value: string): Promise<boolean> {
  const claimed = await tx
    .insert(facts)
    .values({ key: DEMO, value })
    .onConflictDoNothing()
    .returning({ key: facts.key })
  return claimed.length > 0
}

/** Reserves an empty database, so that rows added from now on do not keep the demo data out. */
export async function reserveForDemo(db: Database): Promise<void> {
  if (!(await isSomebodys(db))) await db.insert(facts).values({ key: RESERVED, value: '' }).onConflictDoNothing()
}

/** Marks all data from here on as somebody's. Writes nothing if it is marked already: a read-only database is served too. */
export async function claimForProduction({ db }: { db: Database }): Promise<void> {
  const claimed = await db.select({ key: facts.key }).from(facts).where(eq(facts.key, PRODUCTION))
  if (claimed.length > 0) return
  await db.insert(facts).values({ key: PRODUCTION, value: '' }).onConflictDoNothing()
  await db.delete(facts).where(eq(facts.key, RESERVED))
}

/** False when the database has somebody's data; production does not serve a database that was claimed here. */
export async function claimForMadeUp(db: Database): Promise<boolean> {
  const [claimed] = await readRows<{ isSomebodys: boolean }>(
    db,
    sql`with asked as (select ${isOfSomebody} as "isSomebodys"),
      claimed as (insert into facts (key, value) select unnest(${sql.param([RESERVED, MADE_UP])}::text[]), '' from asked
        where not "isSomebodys" on conflict do nothing)
      select "isSomebodys" from asked`,
  )
  return claimed?.isSomebodys === false
}
