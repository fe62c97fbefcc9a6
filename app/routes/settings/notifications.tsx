import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Route } from './+types/notifications'
import { servicesContext, requestInfoContext } from '../../context'
import { readOwnAccount, readOwnChoices, saveOwnChoices } from '../../domain/settings/account.server'
import { choiceName, readChoices } from '../../domain/settings/input'
import { readForm } from '../../http/form.server'
import { permit } from '../../http/permit.server'
import { respond } from '../../http/respond.server'
import { SubmitButton } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { FormActions } from '../../ui/form-layout'
import { Panel } from '../../ui/panel'
import { useWritten, WrittenForm } from '../../ui/written-form'
import { STAFF_CHANNELS, STAFF_EVENTS } from '../../vocabulary'

const PATH = '/settings/notifications'

export async function loader({ context }: Route.LoaderArgs) {
  const staff = permit(context, 'settings.staff')
  const services = context.get(servicesContext)
  const [choices, account] = await Promise.all([
    readOwnChoices(services, staff),
    readOwnAccount(services, permit(context, 'settings.own')),
  ])
  return { chosen: choices.map(choiceName), hasEmail: account.email !== null }
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = permit(context, 'settings.staff')
  const form = await readForm(request, context)
  const { requestId } = context.get(requestInfoContext)
  const choices = readChoices(form.getAll('choice'))
  const outcome = await saveOwnChoices(context.get(servicesContext), staff, choices, { requestId })
  return respond(context, outcome, { done: PATH, toast: 'settings:toast.saved', unchanged: PATH })
}

/** Events by channels, as a table of boxes. */
export default function Notifications({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('settings')
  const written = useWritten(loaderData)
  const { chosen, hasEmail } = written.drawn
  return (
    <Panel title={t('notifications.title')}>
      <WrittenForm written={written} className="grid gap-4">
        <p className="text-sm text-ink-soft">{t('notifications.text')}</p>
        {hasEmail ? null : (
          <Callout kind="info" title={t('notifications.noEmail')}>
            <Link className="link" to="/settings/account">
              {t('notifications.addEmail')}
            </Link>
          </Callout>
        )}
        <div className="table-box">
          <table className="table">
            <caption className="sr-only">{t('notifications.title')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('notifications.event')}</th>
                {STAFF_CHANNELS.map((channel) => (
                  <th key={channel} scope="col" className="cell-tight">
                    {t(`notifications.channel.${channel}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {STAFF_EVENTS.map((event) => (
                <tr key={event}>
                  <th scope="row" className="cell-first">
                    {t(`notifications.events.${event}`)}
                  </th>
                  {STAFF_CHANNELS.map((channel) => (
                    <td key={channel} data-label={t(`notifications.channel.${channel}`)} className="cell-tight">
                      <label className="check-target">
                        <input
                          type="checkbox"
                          className="check"
                          name="choice"
                          value={choiceName({ event, channel })}
                          defaultChecked={chosen.includes(choiceName({ event, channel }))}
                          aria-label={`${t(`notifications.events.${event}`)}: ${t(`notifications.channel.${channel}`)}`}
                        />
                      </label>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <FormActions>
          <SubmitButton>{t('save')}</SubmitButton>
        </FormActions>
      </WrittenForm>
    </Panel>
  )
}
