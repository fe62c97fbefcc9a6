import type { Route } from './+types/page'
import { languageContext } from '../../context'
import { permit } from '../../http/sign-in/permit.server'
import { useTranslation } from '../../i18n/use-translation'
import { PageHead } from '../../ui/frame/page-head'
import { PageTitle } from '../../ui/frame/page-title'
import {
  DOCUMENT_STATUSES,
  INVITE_STATUSES,
  ORGANIZATION_STATUSES,
  USER_STATUSES,
  VERIFICATION_STATUSES,
} from '../../vocabulary'
import { DOCUMENT_TONES, INVITE_TONES, ORGANIZATION_TONES, USER_TONES, VERIFICATION_TONES } from '../../ui/status-tones'
import { GlossaryPart } from './glossary-part'
import { OrganizationMoves, UserMoves, VerificationMoves } from './moves'
import { movesView } from './moves-view.server'
import { StatusTable } from './status-table'

export const handle = { texts: ['glossary', 'verifications', 'organizations', 'users', 'invites'] }

/** Partners see only what concerns their organization. */
export function loader({ context }: Route.LoaderArgs) {
  const { actor } = permit(context, 'settings.own')
  return { isStaff: actor.role !== null, ...movesView(context.get(languageContext)) }
}

export default function Glossary({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(['glossary', 'verifications', 'organizations', 'users', 'invites'])
  const { isStaff, verificationMoves, organizationMoves, userMoves, next } = loaderData
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <PageHead title={t('title')} sentence={t('sentence')} />
      <div className="grid gap-8">
        <GlossaryPart title={t('verification.title')}>
          <StatusTable
            caption={t('verification.statuses')}
            rows={VERIFICATION_STATUSES.map((status) => ({
              status: { name: t(`verifications:status.${status}`), tone: VERIFICATION_TONES[status] },
              meaning: t(`verification.status.${status}`),
              next: next.verification[status].map((to) => ({
                name: t(`verifications:status.${to}`),
                tone: VERIFICATION_TONES[to],
              })),
            }))}
          />
          <VerificationMoves moves={verificationMoves} />
        </GlossaryPart>
        <GlossaryPart title={t('organization.title')}>
          <StatusTable
            caption={t('organization.statuses')}
            rows={ORGANIZATION_STATUSES.map((status) => ({
              status: { name: t(`organizations:status.${status}`), tone: ORGANIZATION_TONES[status] },
              meaning: t(`organization.status.${status}`),
              next: next.organization[status].map((to) => ({
                name: t(`organizations:status.${to}`),
                tone: ORGANIZATION_TONES[to],
              })),
            }))}
          />
          <OrganizationMoves moves={organizationMoves} />
        </GlossaryPart>
        <GlossaryPart title={t('document.title')}>
          <StatusTable
            caption={t('document.statuses')}
            rows={DOCUMENT_STATUSES.map((status) => ({
              status: { name: t(`organizations:document.status.${status}`), tone: DOCUMENT_TONES[status] },
              meaning: t(`document.status.${status}`),
            }))}
          />
        </GlossaryPart>
        {isStaff ? (
          <>
            <GlossaryPart title={t('user.title')}>
              <StatusTable
                caption={t('user.statuses')}
                rows={USER_STATUSES.map((status) => ({
                  status: { name: t(`users:status.${status}`), tone: USER_TONES[status] },
                  meaning: t(`user.status.${status}`),
                }))}
              />
              <UserMoves moves={userMoves} />
            </GlossaryPart>
            <GlossaryPart title={t('invite.title')}>
              <StatusTable
                caption={t('invite.statuses')}
                rows={INVITE_STATUSES.map((status) => ({
                  status: { name: t(`invites:status.${status}`), tone: INVITE_TONES[status] },
                  meaning: t(`invite.status.${status}`),
                }))}
              />
            </GlossaryPart>
          </>
        ) : null}
      </div>
    </>
  )
}
