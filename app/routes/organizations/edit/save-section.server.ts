import { data } from 'react-router'
import { languageContext, servicesContext, requestInfoContext } from '../../../context'
import { can, type Permit } from '../../../domain/access'
import { editSection } from '../../../domain/setup/edit-section.server'
import { readTypedStep, type FormStep } from '../../../domain/setup/step-fields'
import { checkStep, type StepForm } from '../../../domain/setup/step-form.server'
import { versionOf } from '../../../domain/form-fields'
import { readForm, readFormId } from '../../../http/form.server'
import { respond } from '../../../http/respond.server'
import type { TextKey } from '../../../i18n/keys'
import { translate } from '../../../i18n/texts.server'
import type { Language } from '../../../vocabulary'
import { changeRows } from '../setup/rows.server'
import { readSection, type Asked } from './read-section.server'
import { conflictView, type ConflictView } from './conflict-view.server'

type Posted = Asked & { request: Request }

/** Saves a section: 302 to its page, 422 with the fields' messages, 409 with what holds now; the typed text is kept. */
export async function saveSection(args: Posted, editing: Permit<'organizations.edit'>, step: FormStep) {
  const { request, context, params } = args
  const services = context.get(servicesContext)
  const language = context.get(languageContext)
  const view = await readSection(args, editing, step)
  const posted = await readForm(request, context)
  const form = { step, typed: readTypedStep(step, posted) } as StepForm
  const refusal = {
    form,
    version: versionOf(posted),
    errors: {} as Partial<Record<string, string>>,
    conflict: null as ConflictView | null,
    isRowChange: false,
  }
  const changed = changeRows(form, posted.get('rows'))
  if (changed) return data({ ...refusal, form: changed, isRowChange: true })
  const checked = checkSection(form, view.form, editing)
  if ('errors' in checked) return data({ ...refusal, errors: translateAll(checked.errors, language) }, 422)
  const { requestId } = context.get(requestInfoContext)
  const brandId = params.brandId ?? null
  const formId = step === 'brand' && brandId === null ? readFormId(posted) : null
  const place = { organizationId: params.id, brandId, version: refusal.version, requestId, formId }
  const outcome = await editSection(services, editing, place, checked.saved)
  if (outcome.kind === 'conflict') {
    const { version } = outcome.now.stored.organization
    const reader = { language, timeZone: editing.actor.timeZone, now: services.now() }
    return data({ ...refusal, version, conflict: conflictView(outcome.now, form, reader) }, 409)
  }
  const section = translate(language, { key: `setup:step.${step}` })
  const to = {
    done: view.closeTo,
    toast: 'organizations:toast.saved',
    values: { section },
    unchanged: view.closeTo,
  } as const
  return respond(context, outcome, to)
}

/** As the partner's own form is checked; besides, staff name a brand, and only some may change the mode. */
function checkSection(form: StepForm, stored: StepForm, { actor }: Permit<'organizations.edit'>) {
  const checked = checkStep(form)
  if ('errors' in checked) return checked
  const { saved } = checked
  if (saved.step === 'brand' && saved.input === null)
    return { errors: new Map<string, string>([['brandName', 'common:error.required' satisfies TextKey]]) }
  const isOtherMode =
    saved.step === 'basic' && stored.step === 'basic' && saved.input.operationMode !== stored.typed.operationMode
  if (isOtherMode && !can(actor, 'verifications.decideSensitive'))
    return {
      errors: new Map<string, string>([['operationMode', 'organizations:error.modeIsForAdmins' satisfies TextKey]]),
    }
  return checked
}

const translateAll = (errors: ReadonlyMap<string, string>, language: Language) =>
  Object.fromEntries([...errors].map(([name, key]) => [name, translate(language, { key: key as TextKey })]))

export type SectionAnswer = Awaited<ReturnType<typeof saveSection>>
