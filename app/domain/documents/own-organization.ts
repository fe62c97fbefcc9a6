import type { Permit } from '../access'

/** True for the permit holder's own organization; any other does not exist for them. */
export const isOwnOrganization = (permit: Permit<'setup.own'>, organizationId: string): boolean =>
  permit.actor.organizationId !== null && permit.actor.organizationId === organizationId
