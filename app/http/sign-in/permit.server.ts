import type { RouterContextProvider } from 'react-router'
import { actorContext } from '../../context'
import { grant, type Ability, type Actor, type Permit } from '../../domain/access'
import { failure } from '../answers/failures.server'

/** Returns the permit or throws 403; the first line of each loader and action of the signed-in area. */
export function permit<Asked extends Ability>(context: Readonly<RouterContextProvider>, ability: Asked): Permit<Asked> {
  const granted = grant(actorOf(context), ability)
  if (!granted) throw failure(context, 403)
  return granted
}

/** Returns the signed-in person; throws 401 when nobody is. */
export function actorOf(context: Readonly<RouterContextProvider>): Actor {
  const actor = context.get(actorContext)
  if (!actor) throw failure(context, 401)
  return actor
}
