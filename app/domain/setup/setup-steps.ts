import { SETUP_STEPS, type DocumentType, type OrganizationStatus, type SetupStep } from '../../vocabulary'
import type { FormStep } from '../organizations/organization-fields'
import { mayBecome } from '../organizations/status/organization-status'

export const BRANCHES_MAX = 10

/** The documents that a first application needs. */
export const NEEDED_DOCUMENTS: readonly DocumentType[] = ['business_license', 'tax_certificate', 'representative_id']

export type StepProgress = { step: SetupStep; isDone: boolean }[]

/** Which steps are done: the saved ones, and documents when every needed document is there and none was rejected. */
export function progressOf(
  saved: readonly SetupStep[],
  documents: readonly { type: DocumentType; status: string }[],
): StepProgress {
  const hasDocuments = missingDocuments(documents).length === 0
  return SETUP_STEPS.map((step) => ({ step, isDone: step === 'documents' ? hasDocuments : saved.includes(step) }))
}

export const missingDocuments = (documents: readonly { type: DocumentType; status: string }[]): DocumentType[] =>
  NEEDED_DOCUMENTS.filter((type) => !documents.some((one) => one.type === type && one.status !== 'rejected'))

/** Only what has not been submitted can be filled in. */
export const isInSetup = (status: OrganizationStatus): boolean => mayBecome(status, 'submitted')

/** The next step that is not done, going round; null when all are. */
export function nextSetupStep(progress: StepProgress, after: SetupStep): SetupStep | null {
  const index = SETUP_STEPS.indexOf(after)
  const round = [...progress.slice(index + 1), ...progress.slice(0, index)]
  return round.find(({ isDone }) => !isDone)?.step ?? null
}

const isSetupStep = (value: string | undefined): value is SetupStep => SETUP_STEPS.some((step) => step === value)

/** A section that is a form of fields. */
export const isFormStep = (value: string | undefined): value is FormStep => isSetupStep(value) && value !== 'documents'
