import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFetcher, href } from 'react-router'
import { isFrozen } from '../../../domain/organizations/status/organization-status'
import { isolateName } from '../../../i18n/isolate-name'
import { useTranslation } from '../../../i18n/use-translation'
import { Button } from '../../../ui/button'
import { RadioGroup } from '../../../ui/forms/choices'
import { typedText } from '../../../ui/forms/form'
import { TextField } from '../../../ui/forms/text-field'
import { isComposing } from '../../../ui/frame/shortcuts'
import { Sentence } from '../../../ui/user-text'
import type { InviteForm } from './invite-form'
import type { FoundOrganizations } from './invite-form.server'

const FIND_PAUSE_MS = 250

/**
 * Finds an organization by part of its name, by a button, or while typing where scripts run; then it is chosen from a list. A choice
 * belongs to the words that it was found for, so nothing can be chosen while other words are being searched.
 */
export function OrganizationPicker({ form }: { form: InviteForm }) {
  const { t } = useTranslation('invites')
  const live = useFetcher<FoundOrganizations>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const row = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const { organizationWords, organizationId } = form.fields
  const replied: FoundOrganizations = {
    words: typedText({ value: organizationWords.initialValue }),
    organizations: form.reply?.organizations ?? [],
  }
  const words = (typed ?? replied.words).trim()
  const answer = [live.data, replied].find((one) => one?.words.trim() === words)
  const shown = answer ?? live.data ?? replied
  const [first] = shown.organizations
  const find = (text: string, pauseMs: number) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => void live.load(`${href('/invites/organizations')}?${new URLSearchParams({ q: text })}`),
      pauseMs,
    )
  }
  const findTyped = useEffectEvent(() => {
    const typedBefore = row.current?.querySelector('input')?.value ?? ''
    if (typedBefore.trim() !== words) find(typedBefore, 0)
  })
  // Words that were typed before the script loaded.
  useEffect(() => {
    findTyped()
    return () => clearTimeout(timer.current)
  }, [])
  return (
    <div>
      <div ref={row} className="flex items-end gap-2">
        <div className="grow">
          <TextField
            {...form.field('organizationWords')}
            help={t('field.organizationHelp')}
            autoComplete="off"
            onChange={(event) => find(event.target.value, FIND_PAUSE_MS)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
              // Enter searches for the words; the button submits the form.
              event.preventDefault()
              find(event.currentTarget.value, 0)
            }}
          />
        </div>
        <Button type="submit" name="intent" value="find" icon="search" className="without-script">
          {t('field.find')}
        </Button>
      </div>
      <div aria-live="polite" aria-busy={!answer} className="*:mt-2">
        {first && isFrozen(first.status) ? (
          <p className="field-help">
            <Sentence>
              {t(`field.closedOrganization.${first.status}`, { organization: isolateName(first.name) })}
            </Sentence>
          </p>
        ) : first ? (
          <>
            <input type="hidden" name="foundFor" value={shown.words} />
            <RadioGroup
              key={[!answer, ...shown.organizations.map(({ id }) => id)].join()}
              name="organizationId"
              label={t('field.foundOrganizations')}
              labelHidden
              look="cards"
              options={shown.organizations.map(({ id, name, legalName, country }) => ({
                value: id,
                label: name,
                help: `${legalName} · ${country}`,
                disabled: !answer,
              }))}
              defaultValue={typed === null ? organizationId.initialValue : undefined}
            />
          </>
        ) : answer && words ? (
          <p className="field-help">{t('field.noOrganization')}</p>
        ) : null}
      </div>
    </div>
  )
}
