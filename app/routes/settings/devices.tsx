import { href } from 'react-router'
import { z } from 'zod'
import type { Route } from './+types/devices'
import { languageContext, servicesContext } from '../../context'
import { deviceLabel } from '../../domain/settings/device-label'
import { forgetDeviceInput } from '../../domain/settings/input'
import { forgetOtherDevices, forgetOwnDevice, listOwnDevices } from '../../domain/sign-in/own-devices.server'
import { readProofs, writeProofs } from '../../http/sign-in/device-proof.server'
import { readPeriods } from '../../domain/keeping/keeping.server'
import { actionByIntent, formAction } from '../../http/forms/form-action.server'
import { permit } from '../../http/sign-in/permit.server'
import { formatPeriod } from '../../i18n/format'
import { relativeMoment } from '../../i18n/moment'
import { useTranslation } from '../../i18n/use-translation'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { DataTable } from '../../ui/lists/data-table'
import { Panel } from '../../ui/panel'
import { Time } from '../../ui/time'
import { UserText } from '../../ui/user-text'
import { PostForm } from '../../ui/forms/post-form'

const PATH = href('/settings/devices')

export async function loader({ request, context }: Route.LoaderArgs) {
  const own = permit(context, 'settings.own')
  const services = context.get(servicesContext)
  const language = context.get(languageContext)
  const moment = (at: Date) => relativeMoment(at, services.now(), language, own.actor.timeZone)
  const devices = await listOwnDevices(services, own, readProofs(request, services.env))
  const periods = await readPeriods(services.db)
  return {
    kept: formatPeriod(periods.devices, language),
    devices: devices.map(({ userAgent, createdAt, lastUsedAt, ...device }) => ({
      ...device,
      device: deviceLabel(userAgent),
      firstAt: moment(createdAt),
      lastAt: moment(lastUsedAt),
    })),
  }
}

/** Forgets one browser, or all others. */
export async function action(args: Route.ActionArgs) {
  const own = permit(args.context, 'settings.own')
  const services = args.context.get(servicesContext)
  const proofs = readProofs(args.request, services.env)
  return actionByIntent(args, {
    forget: () =>
      formAction(args, {
        schema: forgetDeviceInput,
        command: ({ device }, { requestId }) => forgetOwnDevice(services, own, { id: device, proofs, requestId }),
        done: (outcome) => ({
          to: PATH,
          toast: 'settings:toast.deviceForgotten',
          cookies: outcome.kind === 'done' ? [writeProofs(services.env, outcome.value)] : [],
        }),
        failed: null,
      }),
    'forget-others': () =>
      formAction(args, {
        schema: z.object({}),
        command: (_input, { requestId }) => forgetOtherDevices(services, own, { proofs, requestId }),
        done: () => ({ to: PATH, toast: 'settings:toast.otherDevicesForgotten' }),
        failed: null,
      }),
  })
}

type Device = Route.ComponentProps['loaderData']['devices'][number]

export default function Devices({ loaderData: { devices, kept } }: Route.ComponentProps) {
  const { t } = useTranslation('settings')
  const hasOthers = devices.some(({ isThisOne }) => !isThisOne)
  return (
    <div className="grid gap-4">
      <p className="field-help max-w-prose">{t('devices.text', { period: kept })}</p>
      <Panel
        title={t('devices.title')}
        flush
        actions={
          hasOthers ? (
            <PostForm preventScrollReset>
              <Button type="submit" name="intent" value="forget-others">
                {t('devices.forgetOthers')}
              </Button>
            </PostForm>
          ) : null
        }
      >
        {devices.length > 0 ? <DeviceTable devices={devices} /> : <p className="panel-body">{t('devices.none')}</p>}
      </Panel>
    </div>
  )
}

function DeviceTable({ devices }: { devices: readonly Device[] }) {
  const { t } = useTranslation('settings')
  const nameOf = ({ device }: Device) => device ?? t('sessions.unknown')
  return (
    <DataTable
      caption={t('devices.title')}
      rows={devices}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'device',
          label: t('sessions.device'),
          cell: (row) => (
            <span className="flex flex-wrap items-center gap-2">
              <UserText>{nameOf(row)}</UserText>
              {row.isThisOne ? <Badge tone="teal">{t('sessions.thisOne')}</Badge> : null}
            </span>
          ),
        },
        {
          key: 'first',
          label: t('devices.first'),
          cell: (row) => <Time {...row.firstAt} />,
          tight: true,
          soft: true,
        },
        {
          key: 'last',
          label: t('devices.last'),
          cell: (row) => <Time {...row.lastAt} />,
          tight: true,
          soft: true,
        },
      ]}
      actions={(row) => (
        <PostForm preventScrollReset>
          <input type="hidden" name="device" value={row.id} />
          <Button
            type="submit"
            name="intent"
            value="forget"
            variant="quiet"
            aria-label={row.isThisOne ? t('devices.forgetThis') : t('devices.forgetOf', { device: nameOf(row) })}
          >
            {t('devices.forget')}
          </Button>
        </PostForm>
      )}
    />
  )
}
