import type { Permit } from '../access'

/** True for the organization of the permit's holder; any other one is not there for them. */
export const isOwn = (permit: Permit<'setup.own'>, organizationId: string): boolean =>
  permit.actor.organizationId !== null && permit.actor.organizationId === organizationId
