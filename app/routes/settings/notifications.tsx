import { href } from 'react-router'
import type { Route } from './+types/notifications'
import { servicesContext } from '../../context'
import { readOwnAccount, readOwnChoices, saveOwnChoices } from '../../domain/settings/account.server'
import { notificationsInput } from '../../domain/settings/input'
import { phoneChannel } from '../../domain/messages/channels'
import { choiceName, newsChannels } from '../../domain/messages/notification-choices'
import { formAction, restoreFormDraft, type FormReply, type Rejection } from '../../http/forms/form-action.server'
import { permit } from '../../http/sign-in/permit.server'
import { useTranslation } from '../../i18n/use-translation'
import { Callout } from '../../ui/callout'
import { useForm } from '../../ui/forms/form'
import { WRITTEN_FORM_ID } from '../../ui/forms/kept/kept-form'
import { Panel } from '../../ui/panel'
import { SettingsForm } from './settings-form'
import type { Stale } from './settings-form.server'
import { Link } from '../../ui/link'

export const handle = { writes: WRITTEN_FORM_ID }

export async function loader({ context, url }: Route.LoaderArgs) {
  const staff = permit(context, 'settings.staff')
  const services = context.get(servicesContext)
  const [{ events, choices, seen }, account] = await Promise.all([
    readOwnChoices(services, staff),
    readOwnAccount(services, permit(context, 'settings.own')),
  ])
  const channels = newsChannels(services.env)
  return {
    events,
    seen,
    channels: channels.map((channel) => ({ channel, by: channel === 'email' ? channel : phoneChannel(services.env) })),
    chosen: choices.map(choiceName),
    lacksEmail: channels.includes('email') && account.email === null,
    restored: await restoreFormDraft<Stale>({ context, url }, (kept) =>
      kept.get('seen') === seen ? {} : { isStale: true, seen: { seen } },
    ),
  }
}

export async function action(args: Route.ActionArgs) {
  const staff = permit(args.context, 'settings.staff')
  return formAction(args, {
    schema: notificationsInput,
    command: (input, { requestId }) => saveOwnChoices(args.context.get(servicesContext), staff, input, { requestId }),
    conflict: ({ seen }): Rejection<Stale> => ({ seen: { seen }, extra: { isStale: true } }),
    done: () => ({ to: args.url.pathname, toast: 'settings:toast.saved' }),
  })
}

/** A table of checkboxes: events by channels. */
export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(['settings', 'common'])
  const form = useForm<{ choice: string[] }, typeof loaderData, FormReply<Stale>>({
    drawn: loaderData,
    answer: actionData,
    restored: loaderData.restored,
    values: ({ chosen }) => ({ choice: chosen }),
    labels: { choice: t('notifications.title') },
  })
  const { choice } = form.fields
  const chosen = [choice.initialValue].flat()
  return (
    <Panel title={t('notifications.title')}>
      {/* The `events` field makes it a kept text even when nothing is ticked. */}
      <SettingsForm state={form} seen={{ seen: form.drawn.seen, events: form.drawn.events.join(' ') }}>
        <p className="text-sm text-ink-soft">{t('notifications.text')}</p>
        {form.drawn.lacksEmail ? (
          <Callout kind="info" title={t('notifications.noEmail')}>
            <Link className="link" to={href('/settings/account')}>
              {t('notifications.addEmail')}
            </Link>
          </Callout>
        ) : null}
        <div className="table-box">
          <table className="table">
            <caption className="sr-only">{t('notifications.title')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('notifications.event')}</th>
                {form.drawn.channels.map(({ by }) => (
                  <th key={by} scope="col" className="cell-tight">
                    {t(`notifications.channel.${by}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {form.drawn.events.map((event) => (
                <tr key={event}>
                  <th scope="row" className="cell-first">
                    {t(`notifications.events.${event}`)}
                  </th>
                  {form.drawn.channels.map(({ channel, by }) => (
                    <td key={by} data-label={t(`notifications.channel.${by}`)} className="cell-tight">
                      <label className="check-target">
                        <input
                          type="checkbox"
                          className="check"
                          name={choice.name}
                          value={choiceName({ event, channel })}
                          defaultChecked={chosen.includes(choiceName({ event, channel }))}
                          aria-label={t('common:labelled', {
                            label: t(`notifications.events.${event}`),
                            value: t(`notifications.channel.${by}`),
                          })}
                        />
                      </label>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </SettingsForm>
    </Panel>
  )
}
