import { selectAlike } from '../../db/organizations/organization-detail'
import type { Services } from '../../services.server'
import type { Country, OrganizationStatus } from '../../vocabulary'
import type { Permit } from '../access'
import { coreOf } from '../names/search-key.server'

/** Why two organizations may be the same. */
const DUPLICATE_CAUSES = ['number', 'phone', 'name'] as const
type DuplicateCause = (typeof DUPLICATE_CAUSES)[number]
type Duplicate = { id: string; name: string; status: OrganizationStatus; causes: DuplicateCause[] }

const DUPLICATES_MAX = 5

type Known = { id: string; name: string; country: Country; registrationNumber: string; phone: string | null }

/**
 * Other organizations that may be the same one, with the causes: the same registration number in the country, the same phone (ignored when
 * null), or the same name across scripts and legal forms. The newest five.
 */
export async function findDuplicates(
  { db }: Pick<Services, 'db'>,
  _permit: Permit<'organizations.read'>,
  organization: Known,
): Promise<Duplicate[]> {
  const rows = await selectAlike(db, { ...organization, core: coreOf(organization.name) }, DUPLICATES_MAX)
  return rows.map(({ sameNumber, samePhone, sameName, ...row }) => {
    const holds = { number: sameNumber, phone: samePhone, name: sameName }
    return { ...row, causes: DUPLICATE_CAUSES.filter((cause) => holds[cause]) }
  })
}
