import { data, redirect, type RouterContextProvider, href } from 'react-router'
import { requestInfoContext, servicesContext } from '../../context'
import type { InviteRefusal } from '../../domain/join/invite-use'
import type { Join } from '../../domain/join/join'
import { findVerifiedInvite, type VerifiedInvite } from '../../domain/join/verify-invite.server'
import { findLandingPath } from '../../domain/join/landing-path.server'
import { clearJoin, readJoin } from '../../http/sign-in/join-cookie.server'
import { readSession } from '../../http/sign-in/session.server'
import { leadAway } from '../../http/answers/toast.server'

/**
 * The join of this browser; without a verified invite it leads to `/use-invite`. Who has just joined and goes back is led home, and a form
 * that is sent was drawn within a join that is over by now.
 */
export async function halfDone(request: Request, context: Readonly<RouterContextProvider>): Promise<Join> {
  const services = context.get(servicesContext)
  const join = readJoin(request, services)
  if (join) return join
  const { requestId } = context.get(requestInfoContext)
  const { actor, setCookie } = await readSession(request, services, requestId)
  if (actor) {
    const headers = new Headers(setCookie.map((cookie): [string, string] => ['Set-Cookie', cookie]))
    throw redirect(await findLandingPath(services, actor.id), { headers })
  }
  const key = request.method === 'POST' ? 'join:toast.ranOut' : 'join:toast.verifyFirst'
  throw await leadAway(context, href('/use-invite'), 'info', { key })
}

/** The invite was used up, deleted or ran out meanwhile: 409, and the join of this browser is over. */
export const inviteGone = (context: Readonly<RouterContextProvider>, why: InviteRefusal) =>
  ({
    status: 409,
    extra: { gone: why },
    headers: { 'Set-Cookie': clearJoin(context.get(servicesContext)) },
  }) as const

/** An invite that another window verified since the form was drawn: whoever sends it has to see where it leads now. */
export type OtherInvite = { kind: 'other'; id: string }

export function otherInvite(posted: FormData, { id }: VerifiedInvite): OtherInvite | null {
  const seen = posted.get('invite')
  return seen === null || seen === id ? null : { kind: 'other', id }
}

export const inviteIsOther = ({ id }: OtherInvite) =>
  ({ status: 409, alert: 'join:error.otherInvite', seen: { invite: id } }) as const

/** A page of a join with where its invite leads: 409 when the invite is gone, and then the join is over. */
export async function joinPageOf<Page>(context: Readonly<RouterContextProvider>, join: Join, page: Page) {
  const services = context.get(servicesContext)
  const { invite, refusal } = await findVerifiedInvite(services, join.invite)
  const shown = { ...page, invite, gone: refusal }
  return refusal ? data(shown, { status: 409, headers: { 'Set-Cookie': clearJoin(services) } }) : data(shown)
}
