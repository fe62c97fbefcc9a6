import { href } from 'react-router'
import { organizationAddress } from '../../domain/organizations/organization-address'
import { applicationIn, statusAddress as statusPath } from '../../domain/organizations/status-address'
import type { SetupStep } from '../../vocabulary'

export const setupPath = (organizationId: string) => href('/organizations/:organizationId/setup', { organizationId })
export const stepPath = (organizationId: string, step: SetupStep) =>
  href('/organizations/:organizationId/setup/:step', { organizationId, step })
/** The page where staff see and edit what this step fills in. */
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
export { applicationIn, statusPath }
/** Where documents that an application asks for are added, of a type where one is asked for. */
export function moreDocumentsPath(organizationId: string, application: string | null = null, type = ''): string {
  const search = new URLSearchParams({ ...(application && { application }), ...(type && { type }) }).toString()
  const path = href('/organizations/:organizationId/verification-status/documents', { organizationId })
  return path + (search && `?${search}`)
}
/** Where a document for an application was added: among the answers, or on the page of more documents. */
export const uploadedAtPath = (organizationId: string, application: string | null, isAmongAnswers: boolean): string =>
  isAmongAnswers ? `${statusPath(organizationId, application)}#asked` : moreDocumentsPath(organizationId, application)
export const documentPath = (organizationId: string, documentId: string) =>
  href('/organizations/:organizationId/documents/:documentId', { organizationId, documentId })
