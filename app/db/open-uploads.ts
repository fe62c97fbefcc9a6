import { and, count, eq, lte } from 'drizzle-orm'
import type { Queries } from './database'
import { openUploads } from './schema'

/** Takes one of so many places until the given time; null when all are taken. The organization must be locked. */
export async function takeUploadPlace(
  tx: Pick<Queries, 'select' | 'insert' | 'delete'>,
  { organizationId, now, until, most }: { organizationId: string; now: Date; until: Date; most: number },
): Promise<string | null> {
  const own = eq(openUploads.organizationId, organizationId)
  await tx.delete(openUploads).where(and(own, lte(openUploads.until, now)))
  const [open] = await tx.select({ count: count() }).from(openUploads).where(own)
  if ((open?.count ?? 0) >= most) return null
  const [taken] = await tx.insert(openUploads).values({ organizationId, until }).returning({ id: openUploads.id })
  return taken?.id ?? null
}

export async function freeUploadPlace(queries: Pick<Queries, 'delete'>, id: string): Promise<void> {
  await queries.delete(openUploads).where(eq(openUploads.id, id))
}
