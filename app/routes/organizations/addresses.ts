import { href } from 'react-router'
import { organizationAddress } from '../../domain/organizations/organization-address'
import type { SetupStep } from '../../vocabulary'

export const setupPath = (organizationId: string) => href('/organizations/:organizationId/setup', { organizationId })
export const stepPath = (organizationId: string, step: SetupStep) =>
  href('/organizations/:organizationId/setup/:step', { organizationId, step })
/** Where staff see and edit the same. */
export const staffStepPath = (organizationId: string, step: SetupStep) => {
  if (step === 'brand') return organizationAddress(organizationId, 'brands', '')
  if (step === 'documents') return organizationAddress(organizationId, 'documents', '')
  return organizationAddress(
    organizationId,
    'overview',
    '',
    href('/organizations/:id/edit/:section', { id: organizationId, section: step }),
  )
}
export const statusPath = (organizationId: string) =>
  href('/organizations/:organizationId/verification-status', { organizationId })
export const moreDocumentsPath = (organizationId: string) =>
  href('/organizations/:organizationId/verification-status/documents', { organizationId })
export const documentPath = (organizationId: string, documentId: string) =>
  href('/organizations/:organizationId/documents/:documentId', { organizationId, documentId })
