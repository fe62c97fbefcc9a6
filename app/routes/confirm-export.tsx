import { redirect, href } from 'react-router'
import { z } from 'zod'
import type { Route } from './+types/confirm-export'
import { servicesContext } from '../context'
import type { Ability } from '../domain/access'
import { auditList } from '../domain/audit/audit-list'
import { dateProof } from '../domain/fresh-proof'
import { unchanged } from '../domain/outcome'
import { userList } from '../domain/users/user-list'
import { formAction } from '../http/forms/form-action.server'
import { isCrossSite } from '../http/queries/cross-site'
import { permit } from '../http/sign-in/permit.server'
import { readProofRequest, freshPermit } from '../http/sign-in/proof.server'
import { useTranslation } from '../i18n/use-translation'
import { ConfirmIdentity } from '../ui/forms/codes/confirm-identity'
import { Icon } from '../ui/icon'
import { PageHead } from '../ui/frame/page-head'
import { PageTitle } from '../ui/frame/page-title'
import { Panel } from '../ui/panel'

const CONFIRM = /\/confirm\/?$/
const ABILITIES = { audit: 'audit.read', users: 'users.read', person: 'users.data' } as const satisfies Record<
  string,
  Ability
>
const TITLES = {
  audit: 'proof.exportAudit',
  users: 'proof.exportUsers',
  person: 'proof.exportPerson',
} as const

/** What this address exports: a list, or the data kept about a person. */
function takenAt({ pathname }: URL): keyof typeof ABILITIES {
  if (pathname.startsWith(href('/audit/export/confirm'))) return 'audit'
  return pathname.startsWith(href('/users/export/confirm')) ? 'users' : 'person'
}

const listOf = { audit: auditList.path, users: userList.path } as const

/** Asks for fresh proof before an export. Who has it gets the file; by a link, if another site led here. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const reading = permit(context, ABILITIES[takenAt(url)])
  const { isFresh } = dateProof(reading, context.get(servicesContext).now())
  const taken = takenAt(url)
  const file = url.pathname.replace(CONFIRM, '')
  return {
    taken,
    file: file + url.search,
    startsItself: !isCrossSite(request),
    back: (taken === 'person' ? file.replace(/\/data$/, '') : listOf[taken]) + url.search,
    asked: isFresh ? null : await readProofRequest({ context }, reading.actor),
  }
}

export async function action(args: Route.ActionArgs) {
  const reading = permit(args.context, ABILITIES[takenAt(args.url)])
  return formAction(args, {
    schema: z.object({}),
    allow: (_input, posted) => freshPermit(args, reading, posted),
    command: async () => unchanged,
    done: () => redirect(args.url.pathname + args.url.search),
  })
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('ui')
  const { taken, file, startsItself, back } = loaderData
  const asked = (actionData && 'proof' in actionData ? actionData.proof : null) ?? loaderData.asked
  const title = t(TITLES[taken])
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHead title={title} />
      <Panel title={asked ? undefined : t('proof.exportReady')}>
        {asked ? (
          <ConfirmIdentity ask={asked} closeTo={back} reloadDocument />
        ) : (
          <div className="grid gap-4">
            {startsItself ? (
              <>
                <meta httpEquiv="refresh" content={`0;url=${file}`} />
                <p>{t('proof.exportStarts')}</p>
              </>
            ) : null}
            <p>
              <a href={file} className="link inline-flex items-center gap-1.5">
                <Icon name="download" />
                {t(taken === 'person' ? 'proof.exportFile' : 'exportCsv')}
              </a>
            </p>
          </div>
        )}
      </Panel>
    </>
  )
}
