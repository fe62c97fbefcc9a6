import { useEffect, useRef } from 'react'
import { useFetcher, href } from 'react-router'
import { isFrozen } from '../../../domain/organizations/status/organization-status'
import { named } from '../../../i18n/name-marks'
import { useTranslation } from '../../../i18n/use-translation'
import { Button } from '../../../ui/button'
import { RadioGroup } from '../../../ui/forms/choices'
import { TextField } from '../../../ui/forms/text-field'
import { Sentence } from '../../../ui/user-text'
import type { InviteForm } from './invite-form'
import type { FoundOrganization } from './invite-form.server'

const FIND_PAUSE_MS = 250

/** An organization by part of its name: found by a button, or while typing where scripts run; then chosen from a list. */
export function OrganizationPicker({ form }: { form: InviteForm }) {
  const { t } = useTranslation('invites')
  const live = useFetcher<FoundOrganization[]>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const { organizationWords, organizationId } = form.fields
  const found = live.data ?? form.reply?.organizations ?? []
  const hasAsked = Boolean(live.data) || Boolean(organizationWords.initialValue)
  const [first] = found
  const findLive = (typed: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => void live.load(`${href('/invites/organizations')}?${new URLSearchParams({ q: typed })}`),
      FIND_PAUSE_MS,
    )
  }
  return (
    <div>
      <div className="flex items-end gap-2">
        <div className="grow">
          <TextField
            {...form.field('organizationWords')}
            help={t('field.organizationHelp')}
            autoComplete="off"
            onChange={(event) => findLive(event.target.value)}
          />
        </div>
        <Button type="submit" name="intent" value="find" icon="search" className="without-script">
          {t('field.find')}
        </Button>
      </div>
      <div aria-live="polite" className="*:mt-2">
        {first && isFrozen(first.status) ? (
          <p className="field-help">
            <Sentence>{t(`field.closedOrganization.${first.status}`, { organization: named(first.name) })}</Sentence>
          </p>
        ) : first ? (
          <RadioGroup
            key={found.map(({ id }) => id).join()}
            name="organizationId"
            label={t('field.foundOrganizations')}
            labelHidden
            look="cards"
            options={found.map(({ id, name, legalName, country }) => ({
              value: id,
              label: name,
              help: `${legalName} · ${country}`,
            }))}
            defaultValue={found.length === 1 ? first.id : organizationId.initialValue}
          />
        ) : hasAsked ? (
          <p className="field-help">{t('field.noOrganization')}</p>
        ) : null}
      </div>
    </div>
  )
}
