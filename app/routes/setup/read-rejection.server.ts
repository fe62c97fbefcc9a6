import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '../../context'
import type { Permit } from '../../domain/access'
import { findVerificationStatus } from '../../domain/setup/verification-status.server'

/** Why the last application was rejected, in the reviewer's words. */
export async function readRejection(
  context: Readonly<RouterContextProvider>,
  own: Permit<'setup.own'>,
  organizationId: string,
): Promise<string | null> {
  const found = await findVerificationStatus(context.get(servicesContext), own, organizationId)
  return found?.application?.rejectionReason ?? null
}
