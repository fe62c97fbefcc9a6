import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { data } from 'react-router'
import type { Route } from './+types/new'
import { languageContext, servicesContext, requestInfoContext } from '../../../context'
import { dateProof } from '../../../domain/fresh-proof'
import { passkeyNameInput, registrationInput } from '../../../domain/passkeys/input'
import { addPasskey } from '../../../domain/passkeys/own-passkeys.server'
import { PASSKEY_NAME_MAX_LENGTH } from '../../../domain/passkeys/passkey'
import { readForm } from '../../../http/form.server'
import { readPasskeyChallenge } from '../../../http/passkey-challenge.server'
import { permit } from '../../../http/permit.server'
import { askProof, freshPermit, isAsked } from '../../../http/proof.server'
import { respond } from '../../../http/respond.server'
import type { TextKey } from '../../../i18n/keys'
import { translate } from '../../../i18n/texts.server'
import { Callout } from '../../../ui/callout'
import { ConfirmIdentity, unlessAsked } from '../../../ui/confirm-identity'
import { DialogActions, DialogRoute } from '../../../ui/dialog-route'
import { SubmitButton } from '../../../ui/button'
import { TextField } from '../../../ui/text-field'
import { askPasskeyToRegister, isKnownDevice } from '../../../ui/use-passkey'
import { useWritten, WrittenForm } from '../../../ui/written-form'

const LIST = '/settings/passkeys'
type Refusal = { typed: string; error: string | null; failed: string | null }

/** Asks who needs it for fresh proof first: the device is not to make a passkey that is then not kept. */
export async function loader({ context }: Route.LoaderArgs) {
  const own = permit(context, 'settings.own')
  const { isFresh } = dateProof(own, context.get(servicesContext).now())
  return { asked: isFresh ? null : await askProof({ context }, own.actor) }
}

/**
 * 302 to the list, 403 that asks for fresh proof, 200 with the form once that is given, 422 without a name or where the
 * browser's answer does not hold.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const own = permit(context, 'settings.own')
  const services = context.get(servicesContext)
  const form = await readForm(request, context)
  const typed = String(form.get('name') ?? '')
  const translateKey = (key: TextKey) => translate(context.get(languageContext), { key })
  const refuse = (more: Partial<Refusal>, status = 422) =>
    data<Refusal>({ typed, error: null, failed: null, ...more }, status)
  if (!form.has('name')) {
    const given = await freshPermit({ request, context }, own, form)
    return isAsked(given) ? given : refuse({}, 200)
  }
  const name = passkeyNameInput.safeParse(typed)
  if (!name.success)
    return refuse({ error: translateKey((name.error.issues[0]?.message ?? 'common:error.required') as TextKey) })
  const given = await freshPermit({ request, context }, own, form)
  if (isAsked(given)) return given
  const registration = registrationInput.safeParse(form.get('registration'))
  const challenge = readPasskeyChallenge(request, services, { purpose: 'add', sessionId: own.actor.sessionId })
  if (!registration.success || challenge === null)
    return refuse({ failed: translateKey('settings:passkeys.unconfirmed') })
  const { requestId } = context.get(requestInfoContext)
  const added = { name: name.data, registration: registration.data, challenge, requestId }
  const outcome = await addPasskey(services, given, added)
  if (outcome.kind === 'conflict') return refuse({ failed: translateKey(`settings:passkeys.${outcome.now}`) })
  return respond(context, outcome, { done: LIST, toast: 'settings:toast.passkeyAdded', unchanged: LIST })
}

export default function New({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('settings')
  const written = useWritten(loaderData, unlessAsked(actionData))
  const { drawn, refusal } = written
  const asked = refusal ? null : drawn.asked
  const [failed, setFailed] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const register = async (event: SubmitEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    const answer = form.elements.namedItem('registration')
    const name = form.elements.namedItem('name')
    const isNamed = name instanceof HTMLInputElement && name.value.trim() !== ''
    if (!(answer instanceof HTMLInputElement) || answer.value !== '' || !isNamed) return
    event.preventDefault()
    if (isAsking) return
    setAsking(true)
    setFailed(null)
    try {
      answer.value = JSON.stringify(await askPasskeyToRegister())
      form.requestSubmit()
      answer.value = ''
    } catch (error) {
      setFailed(t(isKnownDevice(error) ? 'passkeys.known' : 'passkeys.unconfirmed'))
    } finally {
      setAsking(false)
    }
  }
  const said = failed ?? refusal?.failed
  return (
    <DialogRoute title={t('passkeys.add')} description={t('passkeys.addText')} closeTo={LIST}>
      <noscript>
        <Callout kind="warn">{t('passkeys.needsScript')}</Callout>
      </noscript>
      {asked ? (
        <ConfirmIdentity ask={asked} closeTo={LIST} />
      ) : (
        <WrittenForm written={written} className="grid gap-4" onSubmitCapture={register}>
          {said ? (
            <Callout kind="danger" role="alert">
              {said}
            </Callout>
          ) : null}
          <input type="hidden" name="registration" />
          <TextField
            name="name"
            label={t('passkeys.name')}
            help={t('passkeys.nameHelp')}
            maxLength={PASSKEY_NAME_MAX_LENGTH}
            defaultValue={refusal?.typed}
            error={refusal?.error ?? undefined}
            autoComplete="off"
            autoFocus
          />
          <DialogActions closeTo={LIST}>
            <SubmitButton>{t('passkeys.add')}</SubmitButton>
          </DialogActions>
        </WrittenForm>
      )}
    </DialogRoute>
  )
}
