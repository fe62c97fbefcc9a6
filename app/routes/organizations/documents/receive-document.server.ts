import { randomUUID } from 'node:crypto'
import { parse } from '@conform-to/dom'
import { data, type RouterContextProvider } from 'react-router'
import { languageContext, servicesContext, requestInfoContext } from '../../../context'
import type { Permit } from '../../../domain/access'
import { addDocument, openUpload, type UploadConflict } from '../../../domain/setup/change-documents.server'
import { documentInput } from '../../../domain/documents/document-input'
import { DOCUMENT_MAX_BYTES } from '../../../domain/files/limits'
import { CHOICE_REQUIRED, FILE_REQUIRED } from '../../../domain/form-fields'
import { takeTransfer } from '../../../domain/documents/transfer.server'
import { isUnavailable } from '../../../domain/unavailable.server'
import type { FormReply } from '../../../http/forms/form-action.server'
import { refuseOtherAccount } from '../../../http/forms/drafts.server'
import { readFormId } from '../../../http/forms/form.server'
import { failure, recordFailure } from '../../../http/answers/failures.server'
import { redirectWithToast, toastHere } from '../../../http/answers/toast.server'
import { NotReceived, readUpload, type Upload } from '../../../http/forms/upload.server'
import type { TextKey } from '../../../i18n/keys'
import { translate } from '../../../i18n/texts.server'
import { waitSeconds, waitLabel } from '../../../i18n/wait-label'

const REFUSALS: Record<Exclude<UploadConflict, 'type' | 'sent'>, TextKey> = {
  empty: 'setup:error.fileEmpty',
  'too-large': 'setup:error.fileTooLarge',
  kind: 'setup:error.fileKind',
  broken: 'setup:error.fileBroken',
  pixels: 'setup:error.filePixels',
  locked: 'setup:error.fileLocked',
  ending: 'setup:error.fileEnding',
  closed: 'setup:error.closed',
  'too-many': 'setup:error.tooMany',
}
/** Seconds to wait while two other uploads are running. */
const AT_ONCE_RETRY_S = 10

type Incoming = Awaited<ReturnType<ReturnType<typeof receiverOf>>>
const receiverOf = (context: Readonly<RouterContextProvider>) => (content: AsyncIterable<Uint8Array>) =>
  context.get(servicesContext).documents.receive(content, DOCUMENT_MAX_BYTES)

/**
 * Receives a posted document; the sender and the free room are checked before its first byte is read. 302 back to the page, 401 when
 * the sender was signed out meanwhile, 422 with the field's message, 409 when no document may be added now or the form has already
 * added another, 412 when it was drawn for another account, 429 when too many uploads are running or too much was sent, 500 when it
 * could not be stored.
 */
export async function receiveDocument(
  {
    request,
    context,
    organizationId,
    application = null,
    page,
  }: {
    request: Request
    context: Readonly<RouterContextProvider>
    organizationId: string
    /** Which one asks for it, where that is said. */
    application?: string | null
    /** Address of the page with the form. */
    page: string
  },
  own: Permit<'setup.own'>,
) {
  const services = context.get(servicesContext)
  const { requestId } = context.get(requestInfoContext)
  const language = context.get(languageContext)
  const answer = (type: string, errors: Partial<Record<'type' | 'file', string>>, init: ResponseInit, newId?: string) =>
    data(drawAgain(type, errors, newId), init)
  const refuse = (status: number, type: string, errors: { type?: TextKey; file?: TextKey }) => {
    const translated = Object.fromEntries(
      Object.entries(errors).flatMap(([name, key]) => (key ? [[name, translate(language, { key })]] : [])),
    )
    // The page no longer has a form that could show it.
    if (errors.file === REFUSALS.closed) toastHere(context, 'error', { key: REFUSALS.closed })
    return answer(type, translated, { status })
  }
  const tooMuch = (file: string, retryS: number) =>
    answer('', { file }, { status: 429, headers: { 'Retry-After': String(retryS) } })

  const waitMs = takeTransfer(services, own.actor, Number(request.headers.get('content-length') ?? DOCUMENT_MAX_BYTES))
  if (waitMs > 0) {
    const wait = waitLabel(waitMs, language)
    return tooMuch(translate(language, { key: 'setup:error.tooFast', values: { wait } }), waitSeconds(waitMs))
  }
  const ready = await openUpload(services, own, organizationId, application)
  if (ready.kind === 'conflict')
    return ready.now === 'at-once'
      ? tooMuch(translate(language, { key: 'setup:error.tooManyAtOnce' }), AT_ONCE_RETRY_S)
      : refuse(409, '', { file: REFUSALS[ready.now] })
  if (ready.kind !== 'done') throw failure(context, 404)

  let type = ''
  let upload: Upload<Incoming> | null = null
  try {
    upload = await readUpload(request, context, { limitBytes: DOCUMENT_MAX_BYTES, receive: receiverOf(context) })
    type = upload.fields.get('type') ?? ''
    await refuseOtherAccount(request, context, upload.fields)
    const input = documentInput.safeParse({ type })
    const incoming = upload.file?.received
    const fault: TextKey | undefined =
      incoming === undefined ? FILE_REQUIRED : incoming === 'too-large' ? REFUSALS['too-large'] : undefined
    if (!input.success || !upload.file || !incoming || incoming === 'too-large')
      return refuse(422, type, { type: input.success ? undefined : CHOICE_REQUIRED, file: fault })
    const formId = readFormId(upload.fields)
    const { name: fileName } = upload.file
    const sent = { formId, organizationId, application, type: input.data.type, fileName, incoming, requestId }
    const outcome = await addDocument(services, own, sent)
    if (outcome.kind === 'done') return await redirectWithToast(services, page, 'success', 'setup:toast.uploaded')
    if (outcome.kind === 'conflict')
      return outcome.now === 'sent'
        ? answer(type, {}, { status: 409 }, randomUUID())
        : refuse(422, type, outcome.now === 'type' ? { type: 'setup:error.notAsked' } : { file: REFUSALS[outcome.now] })
    throw failure(context, outcome.kind === 'forbidden' ? 401 : 404)
  } catch (error) {
    if (error instanceof Response) throw error
    if (error instanceof NotReceived) type = error.fields.get('type') ?? ''
    recordFailure(error, request, context)
    return refuse(isUnavailable(error) ? 503 : 500, type, { file: 'setup:error.uploadFailed' })
  } finally {
    const left = upload?.file?.received
    if (left && left !== 'too-large') await left.drop()
    await ready.value.end()
  }
}

/** Draws the form again with its message, like any other form; a file cannot be kept in it. */
function drawAgain(type: string, errors: Partial<Record<'type' | 'file', string>>, newId?: string): FormReply {
  const sent = new FormData()
  for (const [name, value] of Object.entries({ type, file: '' })) sent.set(name, value)
  const fieldErrors = Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, [text]]))
  const result = parse<null, string[]>(sent, { resolve: () => ({ value: null }) }).reply({ fieldErrors })
  const initialValue = type ? result.initialValue : undefined
  return { result: { ...result, initialValue }, alert: null, seen: newId === undefined ? {} : { id: newId } }
}
