import { selectDocumentsOf, type OwnDocumentRow } from '../../db/documents/documents'
import { selectDocuments } from '../../db/organizations/organization-detail'
import { findForSetup, type ForSetup } from '../../db/organizations/stored-setup'
import type { Services } from '../../services.server'
import { findApplicantView } from '../verifications/applicant-sees.server'
import type { Permit } from '../access'
import { withFileStates } from '../files/file-state'
import { isOwnOrganization } from '../documents/own-organization'
import { isInSetup, missingDocuments, progressOf, REMOVABLE_IN_SETUP } from './setup-steps'
import { isUuid } from '../../uuid'

type Own = Permit<'setup.own'>

/** The holder's organization with how far its setup has come; null when it is not theirs. */
export async function findSetup(
  { db, now, scanner }: Pick<Services, 'db' | 'now' | 'scanner'>,
  permit: Own,
  organizationId: string,
) {
  const stored = isOwnOrganization(permit, organizationId) ? await findForSetup(db, organizationId) : null
  if (!stored) return null
  const before = await findApplicantView(db, organizationId, now())
  if (before) stored.organization = before.organizationBefore(stored.organization)
  const documents = await selectDocumentsOf(db, organizationId, null)
  return describe(stored, documents, scanner !== null)
}

/** How far the setup of any organization has come, for staff, with the documents that were submitted; null when there is none. */
export async function findProgress(
  { db }: Pick<Services, 'db'>,
  _permit: Permit<'setup.read'>,
  organizationId: string,
) {
  const stored = isUuid(organizationId) ? await findForSetup(db, organizationId) : null
  if (!stored) return null
  const { id, name, status, setupSteps } = stored.organization
  const documents = isInSetup(status)
    ? await selectDocumentsOf(db, organizationId, null)
    : await selectDocuments(db, organizationId)
  return { id, name, status, progress: progressOf(setupSteps, documents) }
}

function describe(stored: ForSetup, documents: OwnDocumentRow[], hasScanner: boolean) {
  const { organization } = stored
  return {
    stored,
    documents: withFileStates(documents, hasScanner).map((document) => ({
      ...document,
      isReplaceable: true,
      isRemovable: REMOVABLE_IN_SETUP.includes(document.status) || document.fileState === 'infected',
    })),
    missing: missingDocuments(documents),
    isOpen: isInSetup(organization.status),
    progress: progressOf(organization.setupSteps, documents),
  }
}

export type Setup = NonNullable<Awaited<ReturnType<typeof findSetup>>>
