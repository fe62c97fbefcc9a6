import { eq, inArray, sql } from 'drizzle-orm'
import type { Database, Queries } from '../db/engine/database'
import { readRows } from '../db/engine/sql'
import { facts } from '../db/schema/facts'

const DEMO = 'demo'
/** Set where a command of the demo fills an empty database before the demo data comes. */
const RESERVED = 'reserved-for-demo'
/** Set where rows were made up in bulk: whoever reads this code can work out their invite codes. */
const MADE_UP = 'made-up'
/** Set where production serves: what it holds is somebody's, also while it holds nothing yet. */
const PRODUCTION = 'production'

/** True when demo data was written into this database. */
export async function isSeeded({ db }: { db: Database }): Promise<boolean> {
  const found = await db.select({ key: facts.key }).from(facts).where(eq(facts.key, DEMO))
  return found.length > 0
}

/** True when anything made up was written into it, which production does not serve. */
export async function holdsMadeUp(db: Database): Promise<boolean> {
  const found = await db
    .select({ key: facts.key })
    .from(facts)
    .where(inArray(facts.key, [DEMO, MADE_UP]))
  return found.length > 0
}

/**
 * True where production has served, or people, organizations or acts stand that belong to no demo; asked at once, because somebody
 * may be seeding now.
 */
const isOfSomebody = sql`exists (select from facts where key = ${PRODUCTION})
  or not exists (select from facts where key in (${DEMO}, ${RESERVED}))
    and (exists (select from users) or exists (select from organizations) or exists (select from audit_log))`

export async function isSomebodys(db: Database): Promise<boolean> {
  const [found] = await readRows<{ isSomebodys: boolean }>(db, sql`select ${isOfSomebody} as "isSomebodys"`)
  return found?.isSomebodys ?? false
}

/** False when demo data is in there already, or another process writes it just now; that one is waited for. */
export async function claimForDemo(tx: Queries, value: string): Promise<boolean> {
  const claimed = await tx
    .insert(facts)
    .values({ key: DEMO, value })
    .onConflictDoNothing()
    .returning({ key: facts.key })
  return claimed.length > 0
}

/** What comes into a database that is empty yet does not keep the demo data out. */
export async function reserveForDemo(db: Database): Promise<void> {
  if (!(await isSomebodys(db))) await db.insert(facts).values({ key: RESERVED, value: '' }).onConflictDoNothing()
}

/** What comes from here on is somebody's. Where that is known nothing is written: a database that takes no writes is served too. */
export async function claimForProduction({ db }: { db: Database }): Promise<void> {
  const claimed = await db.select({ key: facts.key }).from(facts).where(eq(facts.key, PRODUCTION))
  if (claimed.length > 0) return
  await db.insert(facts).values({ key: PRODUCTION, value: '' }).onConflictDoNothing()
  await db.delete(facts).where(eq(facts.key, RESERVED))
}

/** False where somebody's data is; production serves no database that was claimed so. */
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
