import {
  SETUP_STEPS,
  type DocumentStatus,
  type DocumentType,
  type OrganizationStatus,
  type ScanState,
  type SetupStep,
} from '../../vocabulary'
import { hasLostFile } from '../files/file-state'
import type { FormStep } from '../organizations/organization-fields'
import { mayBecome } from '../organizations/status/organization-status'

export const BRANCHES_MAX = 10

/** The documents that a first application needs. */
export const NEEDED_DOCUMENTS: readonly DocumentType[] = ['business_license', 'tax_certificate', 'representative_id']

/** Documents that are taken back before they were sent. */
export const REMOVABLE_IN_SETUP: readonly DocumentStatus[] = ['pending', 'rejected']

type StoredDocument = {
  type: DocumentType
  status: DocumentStatus
  scanState: ScanState
  fileMissingSince: Date | null
}

export type StepProgress = { step: SetupStep; isDone: boolean }[]

/** Which steps are done: the saved ones, and documents when every needed document is there. */
export function progressOf(saved: readonly SetupStep[], documents: readonly StoredDocument[]): StepProgress {
  const hasDocuments = missingDocuments(documents).length === 0
  return SETUP_STEPS.map((step) => ({ step, isDone: step === 'documents' ? hasDocuments : saved.includes(step) }))
}

/** The needed ones of which none is there that was not rejected and has its file. */
export const missingDocuments = (documents: readonly StoredDocument[]): DocumentType[] =>
  NEEDED_DOCUMENTS.filter(
    (type) => !documents.some((one) => one.type === type && one.status !== 'rejected' && !hasLostFile(one)),
  )

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
