import type { TestServices } from './services'

/** A bug of ours and an unavailable database, each with its status. */
export const BROKEN: [number, Error][] = [
  [500, new Error('broken')],
  [503, Object.assign(new Error('away'), { code: 'ECONNREFUSED' })],
]

/** Makes every later use of the database throw. */
export function breakDatabase(services: TestServices, error: Error): void {
  const broken = () => () => {
    throw error
  }
  services.db = new Proxy(services.db, { get: broken })
}

/** Makes every use of the database throw after its first commit. */
export function breakAfterCommit(services: TestServices, error: Error): void {
  const { db } = services
  const transaction: typeof db.transaction = async (...work) => {
    const result = await db.transaction(...work)
    breakDatabase(services, error)
    return result
  }
  services.db = Object.assign(Object.create(db), { transaction })
}
