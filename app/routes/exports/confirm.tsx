import { redirect, href } from 'react-router'
import { z } from 'zod'
import type { Route } from './+types/confirm'
import { servicesContext } from '../../context'
import { auditList } from '../../domain/audit/audit-list'
import { dateProof } from '../../domain/fresh-proof'
import { unchanged } from '../../domain/outcome'
import { userList } from '../../domain/users/input'
import { formAction } from '../../http/forms/form-action.server'
import { permit } from '../../http/sign-in/permit.server'
import { askProof, freshPermit } from '../../http/sign-in/proof.server'
import { useTranslation } from '../../i18n/use-translation'
import { ConfirmIdentity } from '../../ui/forms/confirm-identity'
import { Icon } from '../../ui/icon'
import { PageHead } from '../../ui/frame/page-head'
import { PageTitle } from '../../ui/frame/page-title'
import { Panel } from '../../ui/panel'

/** The list that this address exports. */
const listAt = (url: URL) => (url.pathname.startsWith(href('/audit/export/confirm')) ? 'audit' : 'users')

/** Asks for fresh proof before a list is taken out; who has it gets the file. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const reading = listAt(url) === 'audit' ? permit(context, 'audit.read') : permit(context, 'users.read')
  const { isFresh } = dateProof(reading, context.get(servicesContext).now())
  const list = listAt(url)
  return {
    list,
    file: href(`/${list}/export`) + url.search,
    back: (list === 'audit' ? auditList : userList).path + url.search,
    asked: isFresh ? null : await askProof({ context }, reading.actor),
  }
}

export async function action(args: Route.ActionArgs) {
  const reading = listAt(args.url) === 'audit' ? permit(args.context, 'audit.read') : permit(args.context, 'users.read')
  return formAction(args, {
    schema: z.object({}),
    allow: (_input, posted) => freshPermit(args, reading, posted),
    command: async () => unchanged,
    done: () => redirect(args.url.pathname + args.url.search),
  })
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('ui')
  const { list, file, back } = loaderData
  const asked = (actionData && 'proof' in actionData ? actionData.proof : null) ?? loaderData.asked
  const title = t(list === 'audit' ? 'proof.exportAudit' : 'proof.exportUsers')
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHead title={title} />
      <Panel title={asked ? undefined : t('proof.exportReady')}>
        {asked ? (
          <ConfirmIdentity ask={asked} closeTo={back} reloadDocument />
        ) : (
          <div className="grid gap-4">
            <meta httpEquiv="refresh" content={`0;url=${file}`} />
            <p>{t('proof.exportStarts')}</p>
            <p>
              <a href={file} className="link inline-flex items-center gap-1.5">
                <Icon name="download" />
                {t('exportCsv')}
              </a>
            </p>
          </div>
        )}
      </Panel>
    </>
  )
}
