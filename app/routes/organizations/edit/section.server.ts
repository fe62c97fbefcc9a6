import { randomUUID } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import { languageContext, servicesContext } from '../../../context'
import { can, type Permit } from '../../../domain/access'
import type { OrganizationTab } from '../../../domain/organizations/organization-tabs'
import { pageUnder } from '../../../domain/organizations/organization-address'
import type { FormStep } from '../../../domain/organizations/organization-fields'
import { isEditable } from '../../../domain/organizations/status/status-change'
import { findDecidedByTwo, changedFields } from '../../../domain/setup/decided-by-two.server'
import { editSection, findSection, type EditSectionConflict } from '../../../domain/setup/edit-section.server'
import { stepInput } from '../../../domain/setup/input.server'
import { isFormStep } from '../../../domain/setup/setup-steps'
import { fieldsChangedMeanwhile } from '../../../domain/setup/other-fields.server'
import { storedFields, type StoredSetup } from '../../../domain/setup/stored-fields.server'
import { versionOf } from '../../../domain/form-fields'
import { failure } from '../../../http/answers/failures.server'
import { formAction, restoreFormDraft } from '../../../http/forms/form-action.server'
import { readFormId } from '../../../http/forms/form.server'
import { relativeMoment } from '../../../i18n/moment'
import type { TextKey } from '../../../i18n/keys'
import { translate } from '../../../i18n/texts.server'
import { stepChoices } from '../setup/step-choices.server'

type RouteArgs = {
  context: Readonly<RouterContextProvider>
  params: { id: string; section?: string; brandId?: string }
  url: URL
}
type Editing = Permit<'organizations.edit'>
type Extra = { conflict: SectionConflictView; locked: LockedFields }

/** Fields that only an application can change: the stored values, and those typed there all the same. */
export type LockedFields = { values: Readonly<Record<string, unknown>>; refused: Readonly<Record<string, string>> }

/** The section that an address names; brands are edited one by one, at their own addresses. */
function sectionAt({ context, params }: RouteArgs): FormStep {
  if (!('section' in params)) return 'brand'
  const { section } = params
  if (!isFormStep(section) || section === 'brand') throw failure(context, 404)
  return section
}

const TABS: Partial<Record<FormStep, OrganizationTab>> = { contact: 'contacts', brand: 'brands', settings: 'settings' }
const pageOf = ({ params, url }: RouteArgs, step: FormStep) => pageUnder(url, params.id, TABS[step] ?? 'overview')

/** Returns the stored organization and brand; 404 when there is none. */
async function readStored({ context, params }: RouteArgs, editing: Editing) {
  const ids = { organizationId: params.id, brandId: params.brandId ?? null }
  const stored = await findSection(context.get(servicesContext), editing, ids)
  if (!stored) throw failure(context, 404)
  return stored
}

/** Returns a section's form with its stored values, drawn over the organization's page. */
export async function readSection(asked: RouteArgs, editing: Editing) {
  const { context, params } = asked
  const step = sectionAt(asked)
  const stored = await readStored(asked, editing)
  const { version, name, status } = stored.organization
  const decidedByTwo = await findDecidedByTwo(context.get(servicesContext), editing, step, stored.organization)
  const restored = await restoreFormDraft<Extra>(asked, (kept, typed) => {
    const seen = { version: String(version) }
    const stale = { because: 'stale', stored, latest: null } as const
    return versionOf(kept) === version
      ? { seen, locked: lockedFields(step, stored, decidedByTwo, typed) }
      : {
          seen,
          conflict: conflictView(asked, editing, step, stale, typed),
          locked: lockedFields(step, stored, decidedByTwo),
        }
  })
  const isNewBrand = step === 'brand' && !params.brandId
  return {
    step,
    version,
    restored,
    organizationName: name,
    isOpen: isEditable(status),
    isNewBrand,
    formId: isNewBrand ? randomUUID() : null,
    values: storedFields(step, stored),
    decidedByTwo,
    choices: stepChoices(context.get(languageContext), context.get(servicesContext).now()),
    closeTo: pageOf(asked, step),
  }
}

/** Saves a section, checked against the version that was seen. */
export async function postSection(asked: RouteArgs & { request: Request }, editing: Editing) {
  const { context, params } = asked
  const step = sectionAt(asked)
  const before = await readStored(asked, editing)
  const { organization } = before
  const decidedByTwo = await findDecidedByTwo(context.get(servicesContext), editing, step, organization)
  const language = context.get(languageContext)
  const reading = { language, country: organization.country }
  const section = translate(language, { key: `setup:step.${step}` })
  return formAction(asked, {
    schema: (posted) =>
      stepInput(step, reading, { isBrandNeeded: true }).superRefine((saved, issues) => {
        // In a form drawn from an older version, the other mode may be somebody else's change.
        const isOtherMode =
          saved.step === 'basic' &&
          saved.input.operationMode !== organization.operationMode &&
          versionOf(posted) === organization.version &&
          !decidedByTwo.includes('operationMode')
        if (isOtherMode && !can(editing.actor, 'verifications.decideSensitive'))
          issues.addIssue({
            code: 'custom',
            path: ['operationMode'],
            message: 'organizations:error.modeIsForAdmins' satisfies TextKey,
          })
      }) satisfies z.ZodType,
    command(saved, { posted, requestId }) {
      const brandId = params.brandId ?? null
      const formId = step === 'brand' && brandId === null ? readFormId(posted) : null
      const target = { organizationId: params.id, brandId, version: versionOf(posted), requestId, formId }
      return editSection(context.get(servicesContext), editing, target, saved)
    },
    extra: (posted): Partial<Extra> => ({
      locked: lockedFields(step, before, decidedByTwo, Object.fromEntries(posted)),
    }),
    conflict: (now, _input, typed) =>
      now.because === 'decided-by-two'
        ? {
            status: 422,
            fieldErrors: Object.fromEntries(now.fields.map((name) => [name, DECIDED_BY_TWO])),
            extra: { locked: lockedFields(step, now.stored, [...new Set([...decidedByTwo, ...now.fields])], typed) },
          }
        : {
            seen: { version: now.stored.organization.version },
            extra: {
              conflict: conflictView(asked, editing, step, now, typed),
              locked: lockedFields(step, now.stored, decidedByTwo),
            },
          },
    done: () => ({ to: pageOf(asked, step), toast: 'organizations:toast.saved', values: { section } }),
  })
}

const DECIDED_BY_TWO: TextKey = 'organizations:error.decidedByTwo'

type Typed = Readonly<Record<string, unknown>>

function lockedFields(step: FormStep, stored: StoredSetup, names: readonly string[], typed: Typed = {}): LockedFields {
  const now = storedFields(step, stored)
  const values = Object.fromEntries(names.map((name) => [name, now[name]]))
  return { values, refused: changedFields(names, values, typed) }
}

/** What the other person did: who, when, and each field that differs from what was typed here. */
function conflictView(
  { context }: RouteArgs,
  { actor }: Editing,
  step: FormStep,
  { because, stored, latest }: Exclude<EditSectionConflict, { because: 'decided-by-two' }>,
  typed: Typed,
) {
  const at = (moment: Date) =>
    relativeMoment(moment, context.get(servicesContext).now(), context.get(languageContext), actor.timeZone)
  return {
    because,
    latest: latest && { actorName: latest.actorName, at: at(latest.at) },
    fields: fieldsChangedMeanwhile(step, stored, typed),
  }
}

export type SectionConflictView = ReturnType<typeof conflictView>
