import { organizationAddress } from '../../domain/organizations/organization-address'
import type { SetupStep } from '../../vocabulary'

export const setupPath = (organizationId: string) => `/organizations/${organizationId}/setup`
export const stepPath = (organizationId: string, step: SetupStep) => `${setupPath(organizationId)}/${step}`
/** Where staff see and edit the same. */
export const staffStepPath = (organizationId: string, step: SetupStep) => {
  if (step === 'brand') return organizationAddress(organizationId, 'brands', '')
  if (step === 'documents') return organizationAddress(organizationId, 'documents', '')
  return organizationAddress(organizationId, 'overview', '', `edit/${step}`)
}
export const statusPath = (organizationId: string) => `/organizations/${organizationId}/verification-status`
export const moreDocumentsPath = (organizationId: string) => `${statusPath(organizationId)}/documents`
export const documentPath = (organizationId: string, documentId: string) =>
  `/organizations/${organizationId}/documents/${documentId}`
