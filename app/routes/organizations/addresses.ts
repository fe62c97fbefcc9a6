import type { SetupStep } from '../../vocabulary'

export const setupPath = (organizationId: string) => `/organizations/${organizationId}/setup`
export const stepPath = (organizationId: string, step: SetupStep) => `${setupPath(organizationId)}/${step}`
export const statusPath = (organizationId: string) => `/organizations/${organizationId}/verification-status`
export const moreDocumentsPath = (organizationId: string) => `${statusPath(organizationId)}/documents`
export const documentPath = (organizationId: string, documentId: string) =>
  `/organizations/${organizationId}/documents/${documentId}`
