import type { RouterContextProvider } from 'react-router'
import { actorContext } from '../../context'
import { grant, type Ability, type Actor, type Permit } from '../../domain/access'
import { failure } from '../answers/failures.server'

/** The first line of each loader and action of the signed-in area: the permit, or 403. */
export function permit<Asked extends Ability>(context: Readonly<RouterContextProvider>, ability: Asked): Permit<Asked> {
  const granted = grant(actorOf(context), ability)
  if (!granted) throw failure(context, 403)
  return granted
}

/** Who is signed in; 401 where nobody is. */
export function actorOf(context: Readonly<RouterContextProvider>): Actor {
  const actor = context.get(actorContext)
  if (!actor) throw failure(context, 401)
  return actor
}
