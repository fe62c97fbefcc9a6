import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '../../../context'
import { can, type Permit } from '../../../domain/access'
import { isEditable } from '../../../domain/organizations/status/status-change'
import { findProgress, findSetup, type Setup } from '../../../domain/setup/setup.server'
import { failure } from '../../../http/answers/failures.server'
import { redirectOnward } from '../../../http/answers/toast.server'
import type { OrganizationStatus } from '../../../vocabulary'
import { statusPath } from '../addresses'

/** The setup of the permit's holder: 404 when it is not theirs, off to the application when it has been submitted. */
export async function readSetup(
  context: Readonly<RouterContextProvider>,
  own: Permit<'setup.own'>,
  organizationId: string,
  leave: (status: OrganizationStatus) => Promise<Response> = () => redirectOnward(context, statusPath(organizationId)),
): Promise<Setup> {
  const setup = await findSetup(context.get(servicesContext), own, organizationId)
  if (!setup) throw failure(context, 404)
  if (!setup.isOpen) throw await leave(setup.stored.organization.status)
  return setup
}

/** How far a partner's setup has come, and whether this reader may edit what they filled in; 404 when there is none. */
export async function readProgress(
  context: Readonly<RouterContextProvider>,
  reading: Permit<'setup.read'>,
  organizationId: string,
) {
  const found = await findProgress(context.get(servicesContext), reading, organizationId)
  if (!found) throw failure(context, 404)
  const { actor } = reading
  return {
    ...found,
    mayEdit: can(actor, 'organizations.edit') && isEditable(found.status),
    readsDocuments: can(actor, 'documents.read'),
  }
}

export type SetupProgress = Awaited<ReturnType<typeof readProgress>>
