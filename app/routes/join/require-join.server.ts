import { data, redirect, type RouterContextProvider, href } from 'react-router'
import { requestInfoContext, servicesContext } from '../../context'
import type { InviteRefusal } from '../../domain/join/invite-use'
import type { Join } from '../../domain/join/join'
import { findVerifiedInvite, type VerifiedInvite } from '../../domain/join/verify-invite.server'
import { findLandingPath } from '../../domain/join/landing-path.server'
import { clearJoin, readJoin } from '../../http/sign-in/join-cookie.server'
import { readSession } from '../../http/sign-in/session.server'
import { redirectWithReason } from '../../http/answers/toast.server'

/**
 * Returns this browser's join; without a verified invite, redirects to `/use-invite`. Who has just joined and goes back is
 * redirected home, as is a form sent after its join has ended.
 */
export async function requireJoin(request: Request, context: Readonly<RouterContextProvider>): Promise<Join> {
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
  throw await redirectWithReason(context, href('/use-invite'), 'info', { key })
}

/** The reply when the invite was used up, deleted or expired meanwhile: 409, and this browser's join ends. */
export const inviteGone = (context: Readonly<RouterContextProvider>, why: InviteRefusal) =>
  ({
    status: 409,
    extra: { gone: why },
    headers: { 'Set-Cookie': clearJoin(context.get(servicesContext)) },
  }) as const

/** Another window verified another invite since the form was drawn: the person must see first where that one leads. */
export type OtherInvite = { kind: 'other'; id: string }

export function otherInvite(posted: FormData, { id }: VerifiedInvite): OtherInvite | null {
  const seen = posted.get('invite')
  return seen === null || seen === id ? null : { kind: 'other', id }
}

export const otherInviteRejection = ({ id }: OtherInvite) =>
  ({ status: 409, alert: 'join:error.otherInvite', seen: { invite: id } }) as const

/** Returns a join page with its invite: 409 when the invite is gone, and then the join ends. */
export async function joinPageOf<Page>(context: Readonly<RouterContextProvider>, join: Join, page: Page) {
  const services = context.get(servicesContext)
  const { invite, refusal } = await findVerifiedInvite(services, join.invite)
  const shown = { ...page, invite, gone: refusal }
  return refusal ? data(shown, { status: 409, headers: { 'Set-Cookie': clearJoin(services) } }) : data(shown)
}
