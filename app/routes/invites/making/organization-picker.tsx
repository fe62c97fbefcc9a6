import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetcher } from 'react-router'
import { Button } from '../../../ui/button'
import { RadioGroup } from '../../../ui/choices'
import { TextField } from '../../../ui/text-field'
import type { FoundOrganization, Refusal } from './make-from-form.server'

const PAUSE_MS = 250

/** An organization by part of its name: found by a button, or while typing where scripts run; then chosen from a list. */
export function OrganizationPicker({ refusal }: { refusal: Refusal | null }) {
  const { t } = useTranslation('invites')
  const live = useFetcher<FoundOrganization[]>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const words = refusal?.typed.organizationWords ?? ''
  const chosenId = refusal?.typed.organizationId || undefined
  const found = live.data ?? refusal?.organizations ?? []
  const hasAsked = live.data !== undefined || words !== ''
  const findLive = (typed: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => void live.load(`/invites/organizations?${new URLSearchParams({ q: typed })}`),
      PAUSE_MS,
    )
  }
  return (
    <div className="grid gap-2">
      <div className="flex items-end gap-2">
        <div className="grow">
          <TextField
            name="organizationWords"
            label={t('field.organization')}
            help={t('field.organizationHelp')}
            defaultValue={words}
            error={refusal?.errors.organizationId}
            autoComplete="off"
            onChange={(event) => findLive(event.target.value)}
          />
        </div>
        <Button type="submit" name="intent" value="find" icon="search" className="without-script">
          {t('field.find')}
        </Button>
      </div>
      <div aria-live="polite">
        {found.length > 0 ? (
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
            defaultValue={found.length === 1 ? found[0]?.id : chosenId}
          />
        ) : hasAsked ? (
          <p className="field-help">{t('field.noOrganization')}</p>
        ) : null}
      </div>
    </div>
  )
}
