import type { TestServices } from './services'

/** An error of ours, and a database that is away; with the status that answers them. */
export const BROKEN: [number, Error][] = [
  [500, new Error('broken')],
  [503, Object.assign(new Error('away'), { code: 'ECONNREFUSED' })],
]

/** Whatever is asked of the database from now on breaks. */
export function breakDatabase(services: TestServices, error: Error): void {
  const broken = () => () => {
    throw error
  }
  services.db = new Proxy(services.db, { get: broken })
}

/** Whatever is asked of the database once it has committed something breaks. */
export function breakAfterCommit(services: TestServices, error: Error): void {
  const { db } = services
  const transaction: typeof db.transaction = async (...work) => {
    const result = await db.transaction(...work)
    breakDatabase(services, error)
    return result
  }
  services.db = Object.assign(Object.create(db), { transaction })
}
