import { redirect, type RouterContextProvider } from 'react-router'
import { servicesContext } from '../../../context'
import type { Permit } from '../../../domain/access'
import { findSetup, type Setup } from '../../../domain/setup/setup.server'
import { failure } from '../../../http/failures.server'
import { statusPath } from '../addresses'

/** The setup of the permit's holder: 404 when it is not theirs, off to the application when it has been submitted. */
export async function readSetup(
  context: Readonly<RouterContextProvider>,
  own: Permit<'setup.own'>,
  organizationId: string,
): Promise<Setup> {
  const setup = await findSetup(context.get(servicesContext), own, organizationId)
  if (!setup) throw failure(context, 404)
  if (!setup.isOpen) throw redirect(statusPath(organizationId))
  return setup
}
