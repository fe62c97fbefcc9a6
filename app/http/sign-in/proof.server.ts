import { data, redirect, type RouterContextProvider } from 'react-router'
import { actorContext, languageContext, servicesContext, requestInfoContext, type ShownToast } from '../../context'
import { grant, type Ability, type Actor, type Permit } from '../../domain/access'
import { asksProof, dateProof, isFresh, type Dated, type Fresh, type ProvenAction } from '../../domain/fresh-proof'
import { codeChannels, usableChannel } from '../../domain/messages/channels'
import { enterProofCode, findProofCode, sendProofCode } from '../../domain/proof-code.server'
import { readCode } from '../../domain/sign-in/sign-in-code'
import { assertionInput } from '../../domain/passkeys/input'
import { hasOwnPasskey } from '../../domain/passkeys/own-passkeys.server'
import { isPasskeyRequired } from '../../domain/passkeys/passkey'
import { proveByPasskey } from '../../domain/passkeys/prove-by-passkey.server'
import type { Services } from '../../services.server'
import { readPasskeyChallenge } from './passkey-challenge.server'
import { maskedPhone } from '../../domain/phones/masked-phone'
import type { Text, TextKey } from '../../i18n/keys'
import { translate } from '../../i18n/texts.server'
import { waitSeconds, waitLabel } from '../../i18n/wait-label'
import { CODE_CHANNELS, type Role, type CodeChannel } from '../../vocabulary'
import { PROOF_FIELDS, type ProofRequest } from '../../form-protocol'
import { toastHere } from '../answers/toast.server'

type RequestArgs = { request: Request; context: Readonly<RouterContextProvider> }
type WithContext = Pick<RequestArgs, 'context'>

/** An action's answer in place of acting: the same page, asking for fresh proof, with everything that was typed. */
export type ProofRequestAnswer = ReturnType<typeof data<{ proof: ProofRequest; toast?: ShownToast }>>

/**
 * Returns the permit of a person whose proof is fresh, else an answer: 403 that asks for a code or passkey on the page, 200 once a
 * code is sent, 422 for a wrong one, 429 with the wait. A right code in the form makes the proof fresh, and the permit is returned.
 */
export async function freshPermit<Asked extends Ability>(
  args: RequestArgs,
  permit: Permit<Asked>,
  form: FormData,
): Promise<Fresh<Asked> | ProofRequestAnswer> {
  const { now } = args.context.get(servicesContext)
  const dated = dateProof(permit, now())
  if (isFresh(dated)) return dated
  const answer = await answerProof(args, permit.actor, form)
  if (!('provenAt' in answer)) return answer
  const proven = grant(answer, permit.ability)
  const fresh = proven && dateProof(proven, now())
  if (!fresh || !isFresh(fresh)) throw new Error('Fresh proof is not fresh')
  return fresh
}

/** Returns the permit for a download that needs fresh proof; without it, redirects to the page that asks for it. */
export function freshOrConfirm<Asked extends Ability>(
  { context, url }: WithContext & { url: URL },
  permit: Permit<Asked>,
  confirmAddress: string,
): Fresh<Asked> {
  const dated = dateProof(permit, context.get(servicesContext).now())
  if (!isFresh(dated)) throw redirect(confirmAddress + url.search)
  return dated
}

/** Returns a permit with the age of its proof, for an act that needs fresh proof only in some cases, such as granting a high role. */
export async function datedPermit<Asked extends Ability>(
  args: RequestArgs,
  permit: Permit<Asked>,
  { action, role }: { action: ProvenAction | null; role?: Role | null },
  form: FormData,
): Promise<Dated<Asked> | ProofRequestAnswer> {
  if (asksProof(action, role)) return freshPermit(args, permit, form)
  return dateProof(permit, args.context.get(servicesContext).now())
}

async function answerProof(
  { request, context }: RequestArgs,
  actor: Actor,
  form: FormData,
): Promise<Actor | ProofRequestAnswer> {
  const services = context.get(servicesContext)
  const wanted = String(form.get(PROOF_FIELDS.action) ?? (form.get(PROOF_FIELDS.code) ? 'code' : ''))
  const { address, requestId } = context.get(requestInfoContext)
  const channel = channelAsked(form)
  if (channel && (await takesCode(services, actor))) {
    const sent = await sendProofCode(services, actor, { channel, address })
    if (sent.kind === 'sent') {
      const isSms = usableChannel(services.env, channel) === 'sms'
      const key = isSms ? 'access:toast.codeSentBySms' : 'access:toast.codeSentByWhatsapp'
      return requestProof(context, actor, form, toastHere(context, 'success', { key }), 200)
    }
    const key = sent.why === 'countdown' ? 'access:error.countdown' : 'access:error.tooMany'
    return askToWait(context, actor, form, key, sent.waitMs, 'access:error.sendFailed')
  }
  if (wanted === 'passkey') return answerPasskey({ request, context }, actor, form)
  if (wanted !== 'code' || !(await takesCode(services, actor))) return requestProof(context, actor, form, {}, 403)
  const code = readCode(String(form.get(PROOF_FIELDS.code) ?? ''))
  if (code === null) return requestProof(context, actor, form, { error: 'access:error.codeInvalid' }, 422)
  return answerEntered(context, actor, form, await enterProofCode(services, actor, { code, address, requestId }))
}

/** The channel by which a form asks for a proof code. */
export const channelAsked = (form: FormData): CodeChannel | undefined =>
  CODE_CHANNELS.find((one) => form.get(PROOF_FIELDS.action) === `send-${one}`)

async function answerEntered(
  context: WithContext['context'],
  actor: Actor,
  form: FormData,
  entered: Awaited<ReturnType<typeof enterProofCode>>,
): Promise<Actor | ProofRequestAnswer> {
  switch (entered.kind) {
    case 'proven':
      return recordProof(context, actor, entered.at)
    case 'wait':
      return askToWait(context, actor, form, 'access:error.codeWait', entered.waitMs)
    case 'locked':
      return requestProof(context, actor, form, { error: 'access:error.codeLocked' }, 422)
    case 'wrong': {
      const help: Text | undefined =
        entered.triesLeft === null ? undefined : { key: 'access:verify.triesLeft', values: { n: entered.triesLeft } }
      return requestProof(context, actor, form, { error: 'access:error.codeWrong', help }, 422)
    }
  }
}

async function answerPasskey({ request, context }: RequestArgs, actor: Actor, form: FormData) {
  const services = context.get(servicesContext)
  const assertion = assertionInput.safeParse(form.get(PROOF_FIELDS.passkey))
  const challenge = readPasskeyChallenge(request, services, { purpose: 'prove', sessionId: actor.sessionId })
  const { requestId } = context.get(requestInfoContext)
  const at =
    assertion.success && challenge !== null
      ? await proveByPasskey(services, actor, { assertion: assertion.data, challenge, requestId })
      : null
  return at
    ? recordProof(context, actor, at)
    : requestProof(context, actor, form, { notice: { key: 'ui:proof.passkeyFailed' } }, 422)
}

function recordProof(context: WithContext['context'], actor: Actor, provenAt: Date): Actor {
  const now = { ...actor, provenAt }
  ;(context as RouterContextProvider).set(actorContext, now)
  return now
}

/** A code is enough unless this person has a passkey and a role that requires it. */
const takesCode = async (services: Services, actor: Actor): Promise<boolean> =>
  !isPasskeyRequired(services.env.requirePasskey, actor.role) || !(await hasOwnPasskey(services, actor))

function askToWait(
  context: WithContext['context'],
  actor: Actor,
  form: FormData,
  key: TextKey,
  waitMs: number,
  failed?: TextKey,
) {
  const notice: Text = { key, values: { wait: waitLabel(waitMs, context.get(languageContext)) } }
  const headers = { 'Retry-After': String(waitSeconds(waitMs)) }
  const said = failed ? toastHere(context, 'error', { key: failed }, notice) : {}
  return requestProof(context, actor, form, { notice, ...said }, 429, headers)
}

type Said = { error?: TextKey; help?: Text; notice?: Text; toast?: ShownToast }

async function requestProof(
  context: WithContext['context'],
  actor: Actor,
  form: FormData,
  said: Said,
  status: number,
  headers?: HeadersInit,
): Promise<ProofRequestAnswer> {
  const proof = await readProofRequest({ context }, actor, form, said)
  return data({ proof, ...(said.toast && { toast: said.toast }) }, { status, headers })
}

/** Returns what the page that asks for fresh proof is drawn from. */
export async function readProofRequest(
  { context }: WithContext,
  actor: Actor,
  form: FormData = new FormData(),
  { error, help, notice, toast }: Said = {},
): Promise<ProofRequest> {
  const services = context.get(servicesContext)
  const translated = (text: Text | undefined) => (text ? translate(context.get(languageContext), text) : null)
  const own: string[] = Object.values(PROOF_FIELDS)
  const { isSent, resendInMs } = await findProofCode(services, actor)
  return {
    fields: [...form].filter(
      (field): field is [string, string] => typeof field[1] === 'string' && !own.includes(field[0]),
    ),
    phone: maskedPhone(actor.phone),
    channels: codeChannels(services.env),
    isSent,
    resendInS: waitSeconds(resendInMs),
    hasPasskey: await hasOwnPasskey(services, actor),
    takesCode: await takesCode(services, actor),
    isDemo: services.env.isDemo,
    error: translated(error && { key: error }),
    help: translated(help),
    // An expired code has no field any more, so its error is shown as a notice.
    notice: translated(notice ?? (error && !isSent ? { key: error } : undefined)),
    isNoticeInToast: toast?.detail !== undefined,
  }
}
