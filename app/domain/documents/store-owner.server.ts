import type { DocumentStore } from '../../gateways/ports'
import type { Services } from '../../services.server'

type Needs = {
  env: Pick<Services['env'], 'isDemo' | 'publicOrigin'>
  documents: Pick<DocumentStore, 'list' | 'readOwner' | 'writeOwner'>
}
type Ownership = { isOwn: true } | { isOwn: false; owner: string | null }

/** All demos count as one owner, whatever their port. */
const nameOf = (env: Needs['env']): string => (env.isDemo ? 'a demo' : env.publicOrigin)

/** The other owner of the document store, or null; does not take the store. */
export async function readOtherOwner({ env, documents }: Needs): Promise<string | null> {
  const owner = await documents.readOwner()
  return owner === nameOf(env) ? null : owner
}

/**
 * Takes a document store that has no owner and returns whose it is. A demo takes only an empty store: files in it may belong to a console
 * that has not recorded its ownership yet.
 */
export async function takeStore({ env, documents }: Needs): Promise<Ownership> {
  const own = nameOf(env)
  const owner = await documents.readOwner()
  if (owner === own) return { isOwn: true }
  if (owner !== null || (env.isDemo && !(await isEmpty(documents)))) return { isOwn: false, owner }
  await documents.writeOwner(own)
  return { isOwn: true }
}

async function isEmpty({ list }: Pick<DocumentStore, 'list'>): Promise<boolean> {
  const { done = false } = await list()[Symbol.asyncIterator]().next()
  return done
}
