import { useState, type SubmitEvent } from 'react'
import { href } from 'react-router'
import { z } from 'zod'
import type { Route } from './+types/new'
import { servicesContext } from '../../../context'
import { dateProof } from '../../../domain/fresh-proof'
import { conflict, unchanged } from '../../../domain/outcome'
import { addPasskeyInput } from '../../../domain/passkeys/input'
import { addPasskey } from '../../../domain/passkeys/own-passkeys.server'
import { PASSKEY_NAME_MAX_LENGTH } from '../../../domain/passkeys/passkey'
import { formAction } from '../../../http/forms/form-action.server'
import { readForm } from '../../../http/forms/form.server'
import { readPasskeyChallenge } from '../../../http/sign-in/passkey-challenge.server'
import { permit } from '../../../http/sign-in/permit.server'
import { readProofRequest, freshPermit } from '../../../http/sign-in/proof.server'
import { useTranslation } from '../../../i18n/use-translation'
import { Callout } from '../../../ui/callout'
import { ConfirmIdentity } from '../../../ui/forms/codes/confirm-identity'
import { DialogActions, DialogRoute } from '../../../ui/dialogs/dialog-route'
import { SubmitButton } from '../../../ui/button'
import { ConsoleForm } from '../../../ui/forms/console-form'
import { useForm } from '../../../ui/forms/form'
import { TextField } from '../../../ui/forms/text-field'
import { askPasskeyToRegister, isKnownDevice } from '../../../ui/forms/codes/use-passkey'

const LIST = href('/settings/passkeys')

/** Asks for fresh proof first where it is needed: a device must not create a passkey that is then refused. */
export async function loader({ context }: Route.LoaderArgs) {
  const own = permit(context, 'settings.own')
  const { isFresh } = dateProof(own, context.get(servicesContext).now())
  return { asked: isFresh ? null : await readProofRequest({ context }, own.actor) }
}

/**
 * 302 to the list, 403 that asks for fresh proof, 200 with the form once it is given, 422 without a name or when the browser's
 * answer is invalid.
 */
export async function action(args: Route.ActionArgs) {
  const own = permit(args.context, 'settings.own')
  const { request, context } = args
  const services = context.get(servicesContext)
  const allow = (_input: object, posted: FormData) => freshPermit(args, own, posted)
  if (!(await readForm(request, context)).has('name'))
    return formAction(args, {
      schema: z.object({}),
      allow,
      command: async () => unchanged,
      done: () => ({ extra: {} }),
    })
  return formAction(args, {
    schema: addPasskeyInput,
    allow,
    async command({ name, registration }, { requestId }, allowed) {
      const challenge = readPasskeyChallenge(request, services, { purpose: 'add', sessionId: own.actor.sessionId })
      if (registration === null || challenge === null) return conflict('unconfirmed' as const)
      return addPasskey(services, allowed, { name, registration, challenge, requestId })
    },
    conflict: (why) => ({ status: 422, alert: `settings:passkeys.${why}` }),
    done: () => ({ to: LIST, toast: 'settings:toast.passkeyAdded' }),
    secret: ['registration'],
  })
}

export default function New({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('settings')
  const state = useForm({
    drawn: loaderData,
    answer: actionData,
    labels: { name: t('passkeys.name') },
  })
  const asked = state.reply ? null : state.drawn.asked
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
  return (
    <DialogRoute title={t('passkeys.add')} description={t('passkeys.addText')} closeTo={LIST}>
      <noscript>
        <Callout kind="warn">{t('passkeys.needsScript')}</Callout>
      </noscript>
      {asked ? (
        <ConfirmIdentity ask={asked} closeTo={LIST} />
      ) : (
        <ConsoleForm state={state} onSubmitCapture={register}>
          {failed ? (
            <Callout kind="danger" role="alert">
              {failed}
            </Callout>
          ) : null}
          <input type="hidden" name="registration" />
          <TextField
            {...state.field('name')}
            help={t('passkeys.nameHelp')}
            maxLength={PASSKEY_NAME_MAX_LENGTH}
            autoComplete="off"
            autoFocus
          />
          <DialogActions closeTo={LIST}>
            <SubmitButton>{t('passkeys.add')}</SubmitButton>
          </DialogActions>
        </ConsoleForm>
      )}
    </DialogRoute>
  )
}
