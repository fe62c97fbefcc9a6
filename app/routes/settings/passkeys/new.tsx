import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { data } from 'react-router'
import type { Route } from './+types/new'
import { languageContext, servicesContext, visitContext } from '../../../context'
import { passkeyNameInput, registrationInput } from '../../../domain/passkeys/input'
import { addPasskey } from '../../../domain/passkeys/own-passkeys.server'
import { PASSKEY_NAME_MAX_LENGTH } from '../../../domain/passkeys/passkey'
import { readForm } from '../../../http/form.server'
import { readPasskeyChallenge } from '../../../http/passkey-challenge.server'
import { permit } from '../../../http/permit.server'
import { freshPermit, isAsked } from '../../../http/proof.server'
import { respond } from '../../../http/respond.server'
import type { TextKey } from '../../../i18n/keys'
import { translate } from '../../../i18n/texts.server'
import { Callout } from '../../../ui/callout'
import { unlessAsked } from '../../../ui/confirm-identity'
import { DialogActions, DialogRoute } from '../../../ui/dialog-route'
import { SubmitButton } from '../../../ui/button'
import { TextField } from '../../../ui/text-field'
import { askPasskeyToRegister } from '../../../ui/use-passkey'
import { useWritten, WrittenForm } from '../../../ui/written-form'

const LIST = '/settings/passkeys'
type Refusal = { typed: string; error: string | null; failed: string | null }

export function loader({ context }: Route.LoaderArgs) {
  permit(context, 'settings.own')
  return null
}

/** 302 to the list, 403 that asks for fresh proof, 422 without a name or where the browser's answer does not hold. */
export async function action({ request, context }: Route.ActionArgs) {
  const own = permit(context, 'settings.own')
  const services = context.get(servicesContext)
  const form = await readForm(request, context)
  const typed = String(form.get('name') ?? '')
  const say = (key: TextKey) => translate(context.get(languageContext), { key })
  const refuse = (more: Partial<Refusal>) => data<Refusal>({ typed, error: null, failed: null, ...more }, 422)
  const name = passkeyNameInput.safeParse(typed)
  if (!name.success)
    return refuse({ error: say((name.error.issues[0]?.message ?? 'common:error.required') as TextKey) })
  const given = await freshPermit({ request, context }, own, form)
  if (isAsked(given)) return given
  const registration = registrationInput.safeParse(form.get('registration'))
  const challenge = readPasskeyChallenge(request, services, { purpose: 'add', sessionId: own.actor.sessionId })
  if (!registration.success || challenge === null) return refuse({ failed: say('settings:passkeys.unconfirmed') })
  const { requestId } = context.get(visitContext)
  const added = { name: name.data, registration: registration.data, challenge, requestId }
  const outcome = await addPasskey(services, given, added)
  if (outcome.kind === 'conflict') return refuse({ failed: say(`settings:passkeys.${outcome.now}`) })
  return respond(context, outcome, { done: LIST, toast: 'settings:toast.passkeyAdded', unchanged: LIST })
}

export default function New({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('settings')
  const written = useWritten(loaderData, unlessAsked(actionData))
  const { refusal } = written
  const [failed, setFailed] = useState<string | null>(null)
  const register = async (event: SubmitEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    const answer = form.elements.namedItem('registration')
    const name = form.elements.namedItem('name')
    const isNamed = name instanceof HTMLInputElement && name.value.trim() !== ''
    if (!(answer instanceof HTMLInputElement) || answer.value !== '' || !isNamed) return
    event.preventDefault()
    try {
      answer.value = JSON.stringify(await askPasskeyToRegister())
      form.requestSubmit()
    } catch {
      setFailed(t('passkeys.unconfirmed'))
    }
  }
  const said = failed ?? refusal?.failed
  return (
    <DialogRoute title={t('passkeys.add')} description={t('passkeys.addText')} closeTo={LIST}>
      <WrittenForm written={written} className="grid gap-4" onSubmitCapture={register}>
        {said ? (
          <Callout kind="danger" role="alert">
            {said}
          </Callout>
        ) : null}
        <noscript>
          <Callout kind="warn">{t('passkeys.needsScript')}</Callout>
        </noscript>
        <input type="hidden" name="registration" key={said} />
        <TextField
          name="name"
          label={t('passkeys.name')}
          help={t('passkeys.nameHelp')}
          maxLength={PASSKEY_NAME_MAX_LENGTH}
          defaultValue={refusal?.typed}
          error={refusal?.error ?? undefined}
          autoComplete="off"
        />
        <DialogActions closeTo={LIST}>
          <SubmitButton>{t('passkeys.add')}</SubmitButton>
        </DialogActions>
      </WrittenForm>
    </DialogRoute>
  )
}
