import type { DocumentStore } from '../../gateways/ports'
import type { Services } from '../../services.server'

type Needs = {
  env: Pick<Services['env'], 'isDemo' | 'publicOrigin'>
  documents: Pick<DocumentStore, 'list' | 'readOwner' | 'writeOwner'>
}
type Ownership = { isOwn: true } | { isOwn: false; owner: string | null }

/** Demos are one owner, whatever their port. */
const nameOf = (env: Needs['env']): string => (env.isDemo ? 'a demo' : env.publicOrigin)

/** Who else has taken the document store; asked without taking it. */
export async function readOtherOwner({ env, documents }: Needs): Promise<string | null> {
  const owner = await documents.readOwner()
  return owner === nameOf(env) ? null : owner
}

/**
 * Whose the document store is. One that nobody has taken is taken, by a demo only while it is empty: what lies there may be of a
 * console that has not said so yet.
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
