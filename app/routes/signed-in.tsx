import { Outlet, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/signed-in'
import { languageContext, servicesContext } from '../context'
import { can } from '../domain/access'
import { queueHref } from '../domain/dashboard/quick-actions'
import { unreadEntries } from '../domain/inbox/inbox.server'
import { findLandingPath } from '../domain/join/landing-path.server'
import { savedViewsOf } from '../domain/views/views.server'
import { draftsMiddleware } from '../http/forms/drafts.server'
import { guardMiddleware } from '../http/sign-in/guard.server'
import { actorOf } from '../http/sign-in/permit.server'
import { revalidateUnlessStayed } from '../http/forms/sent-forms'
import { ConsoleFrame } from './console-frame'
import { ErrorBody, ErrorPage, useFailure } from './errors/error-page'
import { formatNumber } from '../i18n/format'
import type { loader as rootLoader } from '../root'
import { SavedViewsContext } from '../ui/lists/view-links'
import { AccountContext } from '../ui/forms/post-form'

export const middleware: Route.MiddlewareFunction[] = [guardMiddleware, draftsMiddleware]

export const shouldRevalidate = revalidateUnlessStayed

export async function loader({ context }: Route.LoaderArgs) {
  const actor = actorOf(context)
  const unread = unreadEntries(actor)
  return {
    id: actor.id,
    name: actor.username,
    role: actor.role,
    density: actor.density ?? undefined,
    hidesKeys: !actor.hasShortcuts,
    isStaff: actor.role !== null,
    unread: unread > 0 ? formatNumber(unread, context.get(languageContext)) : null,
    views: savedViewsOf(actor).map(({ id, name, path, search }) => ({ id, name, path, search })),
    queueHref: queueHref(actor),
    mayCreate: { invites: can(actor, 'invites.create'), users: can(actor, 'users.invite') },
    home: actor.role === null ? await findLandingPath(context.get(servicesContext), actor.id) : '/',
    /** The organization whose pages a partner has in the menu. */
    ownOrganizationId: actor.role === null ? actor.organizationId : null,
    sees: {
      dashboard: can(actor, 'dashboard.read'),
      organizations: can(actor, 'organizations.read'),
      verifications: can(actor, 'verifications.read'),
      invites: can(actor, 'invites.read'),
      users: can(actor, 'users.read'),
      audit: can(actor, 'audit.read'),
      inbox: can(actor, 'inbox'),
    },
  }
}

export default function SignedIn({ loaderData }: Route.ComponentProps) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  return (
    <ConsoleFrame person={loaderData} toasts={root?.toasts ?? []}>
      <AccountContext value={loaderData.id}>
        <SavedViewsContext value={loaderData.views}>
          <Outlet />
        </SavedViewsContext>
      </AccountContext>
    </ConsoleFrame>
  )
}

/** A failed console page keeps the frame around it, unless the person is not known. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const failure = useFailure(error)
  const person = useRouteLoaderData<typeof loader>('routes/signed-in')
  if (!person) return <ErrorPage failure={failure} />
  return (
    <ConsoleFrame person={person} toasts={failure.toasts}>
      <ErrorBody failure={failure} home={person.home} />
    </ConsoleFrame>
  )
}
