import type { Queries } from '../../db/engine/database'
import { findForSetup, type ForSetup } from '../../db/organizations/stored-setup'
import { replaceBranches, saveFirstBrand, saveSetupStep } from '../../db/setup'
import type { OrganizationChange } from '../../db/organizations/organization-changes'
import type { Services } from '../../services.server'
import type { Permit } from '../access'
import { recordAudit } from '../audit/audit.server'
import { searchKey } from '../names/search-key.server'
import { isOwn } from '../documents/own-organization'
import { conflict, done, missing, type Outcome } from '../outcome'
import { sourcesOf } from '../organizations/status/organization-status'
import type { SavedStep } from './input.server'
import { changesOf } from './section-changes'

/** Why nothing was saved: the setup was sent meanwhile, or another window saved first; `version` is the present one. */
export type StepConflict = { because: 'closed' | 'stale'; version: number }

type Target = { organizationId: string; version: number; requestId: string }

/**
 * Saves one step: a guarded update from the version that was seen, with its audit entry. Sent twice, it is done both times.
 * Refusals: `missing`, `conflict`.
 */
export async function saveStep(
  services: Services,
  permit: Permit<'setup.own'>,
  { organizationId, version, requestId }: Target,
  saved: SavedStep,
): Promise<Outcome<{ version: number }, StepConflict>> {
  if (!isOwn(permit, organizationId)) return missing
  const at = services.now()
  return services.db.transaction(async (tx): Promise<Outcome<{ version: number }, StepConflict>> => {
    const stored = await findForSetup(tx, organizationId)
    if (!stored) return missing
    const from = sourcesOf('submitted')
    const now = await saveSetupStep(tx, { id: organizationId, version, from }, saved.step, columnsOf(saved))
    if (now === null) {
      const latest = (await findForSetup(tx, organizationId)) ?? stored
      const { status, version: present } = latest.organization
      if (!from.includes(status)) return conflict({ because: 'closed', version: present })
      return isSaved(saved, latest) ? done({ version: present }) : conflict({ because: 'stale', version: present })
    }
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
