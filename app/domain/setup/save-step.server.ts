import type { Queries } from '../../db/engine/database'
import { findForSetup, type ForSetup } from '../../db/organizations/stored-setup'
import { replaceBranches, saveFirstBrand, saveSetupStep } from '../../db/setup'
import type { OrganizationChange } from '../../db/organizations/organization-changes'
import { isStillActive } from '../../db/users/user-changes'
import type { Services } from '../../services.server'
import type { Permit } from '../access'
import { recordAudit } from '../audit/audit.server'
import { searchKey } from '../names/search-key.server'
import { isOwnOrganization } from '../documents/own-organization'
import { conflict, done, forbidden, missing, type Outcome } from '../outcome'
import { sourcesOf } from '../organizations/status/organization-status'
import type { OrganizationStatus } from '../../vocabulary'
import type { SavedStep } from './input.server'
import { changesOf } from './section-changes'
import { isDrawnFrom } from './stored-fields.server'

/** Why nothing was saved: the setup was closed meanwhile, or another window saved the same step; with what is present, and was seen. */
export type StepConflict =
  { because: 'closed'; status: OrganizationStatus } | { because: 'stale'; stored: ForSetup; seen: string }

/** `seen`: what the form was drawn from (`drawnFrom`). */
type Target = { organizationId: string; seen: string; requestId: string }

/** Other steps that are saved in the same moment. */
const TRIES_MAX = 5

/**
 * Saves one step, as long as it is what the form was drawn from, with its audit entry; other steps may have been saved since. Sent
 * twice, it is done both times. Refusals: `missing`, `forbidden` to who was suspended meanwhile, `conflict`.
 */
export async function saveStep(
  services: Services,
  permit: Permit<'setup.own'>,
  { organizationId, seen, requestId }: Target,
  saved: SavedStep,
): Promise<Outcome<{ version: number }, StepConflict>> {
  if (!isOwnOrganization(permit, organizationId)) return missing
  const at = services.now()
  const from = sourcesOf('submitted')
  return services.db.transaction(async (tx): Promise<Outcome<{ version: number }, StepConflict>> => {
    if (!(await isStillActive(tx, permit.actor))) return forbidden
    for (let tries = 1; ; tries++) {
      const stored = await findForSetup(tx, organizationId)
      if (!stored) return missing
      const { status, version } = stored.organization
      if (!from.includes(status)) return conflict({ because: 'closed', status })
      if (isSaved(saved, stored)) return done({ version })
      if (!isDrawnFrom(saved.step, stored, seen) || tries > TRIES_MAX)
        return conflict({ because: 'stale', stored, seen })
      const now = await saveSetupStep(tx, { id: organizationId, version, from }, saved.step, columnsOf(saved))
      if (now === null) continue
      await saveRows(tx, organizationId, stored.brand?.id ?? null, saved)
      await recordAudit(tx, {
        at,
        actor: permit.actor,
        action: 'organization.setup',
        objectType: 'organization',
        objectId: organizationId,
        before: { version },
        after: { version: now, step: saved.step },
        requestId,
      })
      return done({ version: now })
    }
  })
}

const isSaved = (saved: SavedStep, stored: ForSetup): boolean =>
  stored.organization.setupSteps.includes(saved.step) && changesOf(saved, stored) === null

/** The columns of the organization that a step fills; branches and brands have rows of their own. */
export function columnsOf({ step, input }: SavedStep): OrganizationChange {
  if (step === 'contact' || step === 'brand') return {}
  return step === 'basic' ? { ...input, searchKey: searchKey(input.name, input.legalName) } : input
}

export async function saveRows(
  tx: Queries,
  organizationId: string,
  brandId: string | null,
  saved: SavedStep,
): Promise<void> {
  if (saved.step === 'contact') await replaceBranches(tx, organizationId, saved.input)
  if (saved.step === 'brand') await saveFirstBrand(tx, organizationId, brandId, saved.input)
}
