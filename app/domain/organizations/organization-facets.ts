import { COUNTRIES, OPERATION_MODES, ORGANIZATION_STATUSES } from '../../vocabulary'
import type { Country, OperationMode, OrganizationStatus } from '../../vocabulary'

/** The number of organizations with the same status, mode and country. */
export type OrganizationGroup = { status: OrganizationStatus; mode: OperationMode; country: Country; n: number }

type Chosen = { status: readonly OrganizationStatus[]; mode: readonly OperationMode[]; country: readonly Country[] }
type Facet = keyof Chosen

const FACETS = { status: ORGANIZATION_STATUSES, mode: OPERATION_MODES, country: COUNTRIES } as const

type OrganizationFacets = { [Key in Facet]: Record<(typeof FACETS)[Key][number], number> }

const meets = (group: OrganizationGroup, chosen: Chosen, except?: Facet): boolean =>
  (Object.keys(FACETS) as Facet[]).every(
    (facet) => facet === except || chosen[facet].length === 0 || (chosen[facet] as string[]).includes(group[facet]),
  )

export const sumOf = (groups: readonly OrganizationGroup[]): number => groups.reduce((total, { n }) => total + n, 0)

/** How many organizations each filter option would show given the other filters, and the current total. */
export function facetsOf(groups: readonly OrganizationGroup[], chosen: Chosen) {
  const countOf = <Key extends Facet>(facet: Key): OrganizationFacets[Key] => {
    const open = groups.filter((group) => meets(group, chosen, facet))
    const entries = FACETS[facet].map((value) => [value, sumOf(open.filter((group) => group[facet] === value))])
    return Object.fromEntries(entries) as OrganizationFacets[Key]
  }
  return {
    total: sumOf(groups.filter((group) => meets(group, chosen))),
    facets: { status: countOf('status'), mode: countOf('mode'), country: countOf('country') },
  }
}
