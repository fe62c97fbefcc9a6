import { href, useRouteLoaderData } from 'react-router'
import type { ReactNode } from 'react'
import type { Route } from './+types/kit'
import { languageContext, servicesContext } from '../../context'
import { failure } from '../../http/answers/failures.server'
import { formatDay } from '../../i18n/format'
import { useTranslation } from '../../i18n/use-translation'
import { pageWindow } from '../../lists/page-window'
import type { loader as rootLoader } from '../../root'
import { Avatar } from '../../ui/avatar'
import { Badge, TONES } from '../../ui/badge'
import { Button, ButtonLink, FormActions } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { EmptyState } from '../../ui/empty-state'
import { EVENT_ICONS } from '../../ui/event-icons'
import { Facts } from '../../ui/facts'
import { CheckboxGroup, RadioGroup } from '../../ui/forms/choices'
import { SelectField, TextArea, TextField } from '../../ui/forms/text-field'
import { PageTitle } from '../../ui/frame/page-title'
import { LanguageMenu } from '../../ui/frame/preference-menus'
import { PlainFrame } from '../../ui/frame/plain/plain-frame'
import { Link } from '../../ui/link'
import { DataTable } from '../../ui/lists/data-table'
import { FilterChips } from '../../ui/lists/filter-chips'
import { Pagination } from '../../ui/lists/pagination'
import { Menu, MenuLink, MenuSeparator } from '../../ui/menu'
import { Panel } from '../../ui/panel'
import { StackedColumns } from '../../ui/stacked-columns'
import { Stat, Stats } from '../../ui/stat'
import { ORGANIZATION_TONES, VERIFICATION_TONES } from '../../ui/status-tones'
import { Tabs } from '../../ui/tabs'
import { Time } from '../../ui/time'
import { Timeline } from '../../ui/timeline'
import {
  ORGANIZATION_STATUSES,
  TIMELINE_EVENTS,
  VERIFICATION_TYPES,
  type VerificationStatus,
  type VerificationType,
} from '../../vocabulary'

export const handle = { scripts: false, texts: ['access', 'organizations', 'verifications', 'dashboard'] }

/** The parts that pages are made of, for who builds one; there is no such page in production. */
export function loader({ context }: Route.LoaderArgs) {
  const { env, now } = context.get(servicesContext)
  if (!env.isDemo) throw failure(context, 404)
  const at = now()
  return { at: at.toISOString(), day: formatDay(at, context.get(languageContext), 'UTC') }
}

export default function Kit({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(['access', 'common'])
  const root = useRouteLoaderData<typeof rootLoader>('root')
  return (
    <PlainFrame brand={t('common:product')} menus={root && <LanguageMenu language={root.language} />}>
      <PageTitle>{t('kit.title')}</PageTitle>
      <div className="grid w-full max-w-5xl grid-cols-1 gap-6">
        <header className="auth-head">
          <h1>{t('kit.title')}</h1>
          <p>{t('kit.sentence')}</p>
        </header>
        <Actions />
        <States />
        <Fields />
        <Lists />
        <Figures {...loaderData} />
      </div>
    </PlainFrame>
  )
}

/** Its heading is where the parts are found, which is the same in every language. */
function Part({ file, children }: { file: string; children: ReactNode }) {
  return (
    <Panel title={<code className="font-mono text-sm">{`app/ui/${file}`}</code>}>
      <div className="grid grid-cols-1 gap-4">{children}</div>
    </Panel>
  )
}

const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2">{children}</div>
)

const HERE = href('/demo/kit')

/** Buttons that lead back to this page. */
const Sample = ({ children }: { children: ReactNode }) => (
  <form action={HERE}>
    <Row>{children}</Row>
  </form>
)

const ICON_OF = { primary: undefined, secondary: 'plus', quiet: undefined, danger: 'x' } as const

function Actions() {
  const { t } = useTranslation(['organizations', 'common', 'ui'])
  return (
    <>
      <Part file="button.tsx">
        {(['normal', 'small', 'large'] as const).map((size) => (
          <Sample key={size}>
            {(['primary', 'secondary', 'quiet', 'danger'] as const).map((variant) => (
              <Button key={variant} type="submit" variant={variant} size={size} icon={ICON_OF[variant]}>
                {`${variant} ${size}`}
              </Button>
            ))}
            <ButtonLink to={HERE} size={size} icon="refresh" iconOnly>
              {t('ui:connection.tryAgain')}
            </ButtonLink>
          </Sample>
        ))}
        <Sample>
          <Button type="submit" variant="primary" busy>
            busy
          </Button>
          <Button type="submit" disabled>
            disabled
          </Button>
          <Link to={HERE} className="link">
            {t('viewDetails')}
          </Link>
        </Sample>
      </Part>
      <Part file="menu.tsx">
        <Row>
          <Menu label={t('ui:table.actions')} variant="secondary">
            <MenuLink to={HERE} icon="eye">
              {t('viewDetails')}
            </MenuLink>
            <MenuLink to={HERE} chosen>
              {t('status.active')}
            </MenuLink>
            <MenuSeparator />
            <MenuLink to={HERE} icon="x" danger>
              {t('status.archived')}
            </MenuLink>
          </Menu>
          <Avatar name={t('common:role.manager')} size="small" />
          <Avatar name={t('common:role.manager')} />
          <Avatar name={t('common:role.manager')} size="large" />
        </Row>
      </Part>
      <Part file="tabs.tsx">
        <Tabs
          label={t('tabs')}
          tabs={[
            { to: HERE, label: t('tab.overview'), current: true },
            { to: `${HERE}#documents`, label: t('tab.documents'), current: false, count: 3 },
            { to: `${HERE}#notes`, label: t('tab.notes'), current: false },
          ]}
        />
      </Part>
    </>
  )
}

function States() {
  const { t } = useTranslation(['organizations', 'ui', 'common'])
  return (
    <>
      <Part file="badge.tsx">
        <Row>
          {ORGANIZATION_STATUSES.map((status) => (
            <Badge key={status} tone={ORGANIZATION_TONES[status]}>
              {t(`status.${status}`)}
            </Badge>
          ))}
        </Row>
        <Row>
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone} icon="clock">
              <code>{tone}</code>
            </Badge>
          ))}
        </Row>
      </Part>
      <Part file="callout.tsx">
        <Callout title={t('ui:sentBefore.title')}>{t('ui:sentBefore.text')}</Callout>
        <Callout kind="ok" title={t('status.approved')} />
        <Callout kind="warn" title={t('ui:draft.notKept')}>
          {t('ui:draft.tooLong')}
        </Callout>
        <Callout kind="danger" title={t('ui:unsent.title')}>
          {t('ui:unsent.network')}
        </Callout>
        <Callout kind="quiet">{t('common:form.failed')}</Callout>
      </Part>
      <Part file="empty-state.tsx">
        <EmptyState title={t('emptyTitle')} text={t('emptyText')}>
          <ButtonLink to={HERE} icon="plus">
            {t('common:action.createInvite')}
          </ButtonLink>
        </EmptyState>
      </Part>
    </>
  )
}

function Fields() {
  const { t } = useTranslation(['access', 'common', 'organizations', 'ui'])
  const modes = (['self_operated', 'hybrid', 'independent'] as const).map((value) => ({
    value,
    label: t(`organizations:mode.${value}`),
  }))
  const statuses = ORGANIZATION_STATUSES.slice(-3).map((value) => ({
    value,
    label: t(`organizations:status.${value}`),
  }))
  return (
    <Part file="forms">
      <form action={HERE} className="grid max-w-md grid-cols-1 gap-4">
        <TextField name="name" label={t('recovery.name')} optional />
        <TextField
          name="phone"
          type="tel"
          label={t('signIn.phone')}
          help={t('signIn.phoneHelp')}
          error={t('error.phoneInvalid')}
          defaultValue="+7701"
        />
        <TextField name="weight" label={t('organizations:field.registrationNumber')} suffix="kg" />
        <TextArea name="message" label={t('recovery.message')} help={t('recovery.messageHelp')} />
        <SelectField name="mode" label={t('organizations:column.mode')} options={modes} defaultValue="hybrid" />
        <RadioGroup name="one" label={t('organizations:column.mode')} options={modes} look="cards" />
        <CheckboxGroup
          name="any"
          label={t('organizations:column.status')}
          options={statuses}
          defaultValue={['active']}
          error={t('common:error.required')}
        />
        <FormActions>
          <Button type="submit" variant="primary">
            {t('common:form.send')}
          </Button>
          <ButtonLink to={HERE} variant="quiet">
            {t('ui:cancel')}
          </ButtonLink>
        </FormActions>
      </form>
    </Part>
  )
}

const STATUS_OF = {
  initial_registration: 'pending',
  business_license_renewal: 'under_review',
  tax_registration_renewal: 'need_more_info',
  bank_account_update: 'approved',
  operation_mode_change: 'rejected',
  address_change: 'pending',
  legal_representative_change: 'approved',
} as const satisfies Record<VerificationType, VerificationStatus>

function Lists() {
  const { t } = useTranslation(['verifications', 'organizations'])
  return (
    <>
      <Part file="lists">
        <FilterChips
          chips={[{ label: t('column.status'), value: t('status.pending'), removeHref: `${HERE}#chips` }]}
          resetHref={HERE}
        />
        <DataTable
          caption={t('title')}
          columns={[
            {
              key: 'type',
              label: t('column.type'),
              sort: { href: `${HERE}#type`, direction: 'ascending' },
              cell: ({ type }) => t(`type.${type}`),
            },
            {
              key: 'status',
              label: t('column.status'),
              tight: true,
              cell: ({ status }) => <Badge tone={VERIFICATION_TONES[status]}>{t(`status.${status}`)}</Badge>,
            },
            { key: 'mode', label: t('column.currentMode'), soft: true, cell: () => t('organizations:mode.hybrid') },
          ]}
          rows={VERIFICATION_TYPES.map((type) => ({ type, status: STATUS_OF[type] }))}
          rowKey={({ type }) => type}
          rowHref={({ type }) => `${HERE}#${type}`}
        />
        <Pagination page={4} pageCount={9} steps={pageWindow(4, 9)} pageHref={(page) => `${HERE}#${page}`} />
      </Part>
      <Part file="facts.tsx">
        <Facts
          facts={[
            { label: t('organizations:column.mode'), value: t('organizations:mode.hybrid') },
            { label: t('column.reviewer'), value: null },
          ]}
        />
      </Part>
    </>
  )
}

function Figures({ at, day }: Route.ComponentProps['loaderData']) {
  const { t } = useTranslation(['dashboard', 'verifications'])
  const ages = ['0', '1', '3'] as const
  return (
    <>
      <Part file="stat.tsx">
        <Stats>
          <Stat label={t('figure.organizations')} value="62" icon="building" to={HERE} hint={t('noChange')} />
          <Stat label={t('figure.users')} value="78" change={{ text: '+12', direction: 'up' }} />
        </Stats>
      </Part>
      <Part file="stacked-columns.tsx">
        <StackedColumns
          title={t('plots.ages.title')}
          series={[
            { key: 'pending', tone: 'amber', label: t('verifications:status.pending') },
            { key: 'under_review', tone: 'sky', label: t('verifications:status.under_review') },
          ]}
          columns={ages.map((age, index) => ({
            key: age,
            name: t(`plots.ageNames.${age}`),
            mark: t(`plots.ageNames.${age}`),
            values: [5 - index, 2 * index],
            valueLabels: [String(5 - index), String(2 * index)],
          }))}
          topLabel="7"
          tableLabel={t('plots.table')}
          columnLabel={t('plots.age')}
        />
      </Part>
      <Part file="timeline.tsx">
        <Timeline
          items={TIMELINE_EVENTS.map((event) => ({
            key: event,
            ...EVENT_ICONS[event],
            title: t(`verifications:event.${event}`),
            time: <Time at={at} text={day} />,
          }))}
        />
      </Part>
    </>
  )
}
