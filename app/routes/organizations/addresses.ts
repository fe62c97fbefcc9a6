import type { SetupStep } from '../../vocabulary'

export const setupPath = (organizationId: string) => `/organizations/${organizationId}/setup`
export const stepPath = (organizationId: string, step: SetupStep) => `${setupPath(organizationId)}/${step}`
/** Where staff see and edit the same. */
export const staffStepPath = (organizationId: string, step: SetupStep) =>
  step === 'brand' || step === 'documents'
    ? `/organizations/${organizationId}?tab=${step === 'brand' ? 'brands' : 'documents'}`
    : `/organizations/${organizationId}/edit/${step}`
export const statusPath = (organizationId: string) => `/organizations/${organizationId}/verification-status`
export const moreDocumentsPath = (organizationId: string) => `${statusPath(organizationId)}/documents`
export const documentPath = (organizationId: string, documentId: string) =>
  `/organizations/${organizationId}/documents/${documentId}`
