import { redirect, href } from 'react-router'
import type { Route } from './+types/home'
import { requestInfoContext, servicesContext } from '../../context'
import { readerOf } from '../../http/reader.server'
import { can } from '../../domain/access'
import { findLandingPath } from '../../domain/join/landing-path.server'
import { readDashboard } from '../../domain/dashboard/dashboard.server'
import { actorOf, permit } from '../../http/sign-in/permit.server'
import { useTranslation } from '../../i18n/use-translation'
import { ButtonLink } from '../../ui/button'
import { PageHead } from '../../ui/frame/page-head'
import { PageTitle } from '../../ui/frame/page-title'
import { Activity } from './activity'
import { dashboardView } from './dashboard-view.server'
import { Figures } from './figures'
import { Plots } from './plots'
import { QuickActions } from './quick-actions'
import { WorkSentence } from './work-sentence'

export const handle = { texts: ['dashboard', 'verifications'] }

/** Partners have no dashboard: they are redirected to their organization's page. */
const partnersToTheirOwn: Route.MiddlewareFunction = async ({ context }) => {
  const actor = actorOf(context)
  if (actor.role === null) throw redirect(await findLandingPath(context.get(servicesContext), actor.id))
}

export const middleware: Route.MiddlewareFunction[] = [partnersToTheirOwn]

export async function loader({ context }: Route.LoaderArgs) {
  const allowed = permit(context, 'dashboard.read')
  const services = context.get(servicesContext)
  const { requestId } = context.get(requestInfoContext)
  const dashboard = await readDashboard(services, allowed, { requestId })
  const reader = readerOf(context, allowed.actor)
  return {
    requestId,
    mayInvite: can(allowed.actor, 'invites.create'),
    mayInviteUser: can(allowed.actor, 'users.invite'),
    ...dashboardView(dashboard, reader),
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('dashboard')
  const { figures, activity, actions, work, mayInvite, mayInviteUser, requestId } = loaderData
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <PageHead
        title={t('title')}
        sentence={work ? undefined : t('sentence')}
        actions={
          <>
            {mayInviteUser ? (
              <ButtonLink to={href('/users/invite')} icon="user">
                {t('inviteUser')}
              </ButtonLink>
            ) : null}
            {mayInvite ? (
              <ButtonLink to={href('/invites/new')} icon="plus">
                {t('createInvite')}
              </ButtonLink>
            ) : null}
          </>
        }
      />
      <div className="grid gap-4">
        {work ? <WorkSentence work={work} /> : null}
        <Figures figures={figures} requestId={requestId} />
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <div className="grid gap-4">
            <QuickActions actions={actions} requestId={requestId} />
            <Activity activity={activity} requestId={requestId} />
          </div>
          <Plots {...loaderData} />
        </div>
      </div>
    </>
  )
}
