import {
  countBrands,
  deleteBrand,
  findBrand,
  findLastChange,
  findOrganizationStatus,
  insertBrand,
  saveOrganization,
  updateBrand,
} from '../../db/organizations/organization-changes'
import type { Queries } from '../../db/engine/database'
import { lockKeys } from '../../db/limits'
import { findForSetup, type ForSetup } from '../../db/organizations/stored-setup'
import { replaceBranches } from '../../db/setup'
import type { Services } from '../../services.server'
import { can, type Permit } from '../access'
import { recordAudit } from '../audit/audit.server'
import { conflict, done, forbidden, missing, unchanged, type Outcome } from '../outcome'
import { moveDueDates } from '../verifications/due-dates/due-dates.server'
import { EMPTY_ANSWER, applyOnce } from '../sent-form.server'
import { isEditable } from '../organizations/status/status-change'
import { changesOf, type Changes } from './section-changes'
import type { SavedStep } from './input.server'
import { columnsOf } from './save-step.server'
import { lockChangedDecidedByTwo } from './decided-by-two.server'
import { isUuid } from '../../uuid'

const BRANDS_MAX = 20

/** Why a section was not saved, with what holds now and who changed it last. */
export type EditSectionConflict =
  | {
      because: 'stale' | 'archived' | 'too-many'
      stored: ForSetup
      latest: { actorName: string | null; at: Date } | null
    }
  /** Two people decide on these fields, by an application. */
  | { because: 'decided-by-two'; stored: ForSetup; fields: string[] }

/** A brand that is there, or null for a new one. */
type SectionTarget = {
  organizationId: string
  brandId: string | null
  version: number
  requestId: string
  /** Of the drawing of a form that adds something; null for one that its version guards. */
  formId?: string | null
}

/** An organization with its rows, and the brand that is asked for in place of its first; null when one is not there. */
export async function findSection(
  { db }: { db: Queries },
  _permit: Permit<'organizations.edit'>,
  { organizationId, brandId }: Pick<SectionTarget, 'organizationId' | 'brandId'>,
): Promise<ForSetup | null> {
  if (!isUuid(organizationId)) return null
  const stored = await findForSetup(db, organizationId)
  if (!stored || brandId === null) return stored && { ...stored, brand: null }
  const brand = isUuid(brandId) ? await findBrand(db, organizationId, brandId) : null
  return brand && { ...stored, brand }
}

/**
 * Saves one section for staff: a guarded update from the version that was seen, with its rows and its audit entry. The mode
 * is changed only by those who decide mode change requests, and nothing that two people decide by an application. A new brand is
 * added once for a form. Refusals: `missing`, `forbidden`, `unchanged`, `conflict`.
 */
export async function editSection(
  services: Services,
  permit: Permit<'organizations.edit'>,
  target: SectionTarget,
  saved: SavedStep | { step: 'removeBrand' },
): Promise<Outcome<null, EditSectionConflict>> {
  const { actor } = permit
  const at = services.now()
  const edit = async (tx: Queries): Promise<Outcome<null, EditSectionConflict>> => {
    await lockKeys(tx, [`section ${target.organizationId}`])
    const stored = await findSection({ db: tx }, permit, target)
    if (!stored) return saved.step === 'removeBrand' && (await organizationExists(tx, target)) ? unchanged : missing
    const refuse = async (because: 'stale' | 'archived' | 'too-many', now: ForSetup) =>
      conflict({ because, stored: now, latest: await findLastChange(tx, target.organizationId) })
    const { organization } = stored
    if (!isEditable(organization.status)) return refuse('archived', stored)
    const changes = changesOf(saved, stored)
    if (!changes) return unchanged
    if (organization.version !== target.version) return refuse('stale', stored)
    if (saved.step === 'basic') {
      const fields = await lockChangedDecidedByTwo(tx, saved.step, organization, saved.input)
      if (fields.length > 0) return conflict({ because: 'decided-by-two', stored, fields })
    }
    if ('operationMode' in changes.after && !can(actor, 'verifications.decideSensitive')) return forbidden
    const isNewBrand = saved.step === 'brand' && target.brandId === null
    if (isNewBrand && (await countBrands(tx, target.organizationId)) >= BRANDS_MAX) return refuse('too-many', stored)
    const columns = saved.step === 'removeBrand' ? {} : columnsOf(saved)
    const version = await saveOrganization(tx, { id: target.organizationId, version: target.version }, columns)
    if (version === null) return refuse('stale', (await findSection({ db: tx }, permit, target)) ?? stored)
    await moveDueDates(tx, target.organizationId, organization, columns)
    await saveRows(tx, target, saved)
    await recordAudit(tx, {
      at,
      actor,
      action: 'organization.edit',
      objectType: 'organization',
      objectId: target.organizationId,
      ...withVersions(changes, target.version, version),
      requestId: target.requestId,
    })
    return done(null)
  }
  const { organizationId, brandId, formId = null } = target
  const form = {
    id: formId,
    userId: actor.id,
    content: { act: 'organization.edit', organizationId, brandId, saved },
    answer: EMPTY_ANSWER,
  }
  return services.db.transaction(async (tx): Promise<Outcome<null, EditSectionConflict>> => {
    const outcome = await applyOnce(tx, services, form, () => edit(tx))
    if (outcome.kind === 'conflict') return outcome.now.because === 'sent' ? edit(tx) : conflict(outcome.now)
    return outcome
  })
}

/** The organization, though not the brand any more. */
const organizationExists = async (tx: Queries, { organizationId }: SectionTarget) =>
  isUuid(organizationId) && (await findOrganizationStatus(tx, organizationId)) !== null

const withVersions = ({ before, after }: Changes, from: number, to: number) => ({
  before: { ...before, version: from },
  after: { ...after, version: to },
})

async function saveRows(
  tx: Queries,
  { organizationId, brandId }: SectionTarget,
  saved: SavedStep | { step: 'removeBrand' },
): Promise<void> {
  if (saved.step === 'contact') await replaceBranches(tx, organizationId, saved.input)
  if (saved.step === 'removeBrand' && brandId) await deleteBrand(tx, brandId)
  if (saved.step !== 'brand' || !saved.input) return
  if (brandId) await updateBrand(tx, brandId, saved.input)
  else await insertBrand(tx, organizationId, saved.input)
}
