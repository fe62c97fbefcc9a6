import {
  changeTemplate,
  listTemplatesById,
  insertDefaultTemplates,
  insertTemplate,
  listTemplates,
  lockTemplate,
  type TemplateRow,
} from '../../../db/verifications/templates'
import type { Services } from '../../../services.server'
import { isUuid } from '../../../uuid'
import type { Permit } from '../../access'
import { recordAudit } from '../../audit/audit.server'
import type { Fresh } from '../../fresh-proof'
import { conflict, done, missing, unchanged, type Outcome } from '../../outcome'
import { CREATED_ID, applyOnce, type SentBefore } from '../../sent-form.server'
import type { TemplateInput } from './template-input'
import { slotFaults, type SlotFault } from './templates'

/** Why a template was not saved; `now` is the present one. */
export type TemplateConflict = { because: 'stale'; now: TemplateRow } | { because: 'slots'; faults: SlotFault[] }

/** All templates, archived ones last. */
export const listAllTemplates = ({ db }: Pick<Services, 'db'>, _permit: Permit<'templates.read'>) => listTemplates(db)

export async function findTemplate(
  { db }: Pick<Services, 'db'>,
  _permit: Permit<'templates.read'>,
  id: string,
): Promise<TemplateRow | null> {
  if (!isUuid(id)) return null
  const [found] = await listTemplatesById(db, [id])
  return found ?? null
}

type Making = { formId: string | null; requestId: string }

/** Adds a template, once per form. `conflict` when its slots differ between languages or are unknown. */
export async function addTemplate(
  services: Services,
  { actor }: Fresh<'templates.edit'>,
  { version: _, ...input }: TemplateInput,
  { formId, requestId }: Making,
): Promise<Outcome<{ id: string }, TemplateConflict | SentBefore<{ id: string }>>> {
  const faults = slotFaults(input)
  if (faults.length > 0) return conflict({ because: 'slots', faults })
  const at = services.now()
  const form = { id: formId, userId: actor.id, content: { act: 'template.add', input }, answer: CREATED_ID }
  return services.db.transaction((tx) =>
    applyOnce(tx, services, form, async (): Promise<Outcome<{ id: string }, TemplateConflict>> => {
      const id = await insertTemplate(tx, { ...input, createdAt: at, changedBy: actor.id })
      await recordAudit(tx, {
        at,
        actor,
        action: 'template.add',
        objectType: 'template',
        objectId: id,
        after: input,
        requestId,
      })
      return done({ id })
    }),
  )
}

/** The changed template, and whether it is archived now. */
type Changed = { id: string; isArchived: boolean }

/** Edits a template from the version that was seen. Refusals: `missing`, `unchanged`, `conflict`. */
export async function editTemplate(
  services: Services,
  { actor }: Fresh<'templates.edit'>,
  { version, ...input }: TemplateInput,
  { id, requestId }: { id: string; requestId: string },
): Promise<Outcome<Changed, TemplateConflict>> {
  const faults = slotFaults(input)
  if (faults.length > 0) return conflict({ because: 'slots', faults })
  return change(services, actor, { id, version, requestId, action: 'template.edit' }, input)
}

/** Archives or restores a template. Archived ones are not offered; what was sent with them keeps its text. */
export const archiveTemplate = async (
  services: Services,
  { actor }: Fresh<'templates.edit'>,
  { isArchived, ...target }: { id: string; version: number; requestId: string; isArchived: boolean },
): Promise<Outcome<Changed, TemplateConflict>> =>
  change(services, actor, { ...target, action: isArchived ? 'template.archive' : 'template.restore' }, { isArchived })

type TemplateTarget = {
  id: string
  version: number
  requestId: string
  action: 'template.edit' | 'template.archive' | 'template.restore'
}

async function change(
  services: Services,
  actor: Permit['actor'],
  { id, version, requestId, action }: TemplateTarget,
  wanted: Partial<TemplateRow>,
): Promise<Outcome<Changed, TemplateConflict>> {
  if (!isUuid(id)) return missing
  return services.db.transaction(async (tx): Promise<Outcome<Changed, TemplateConflict>> => {
    const stored = await lockTemplate(tx, id)
    if (!stored) return missing
    const names = (Object.keys(wanted) as (keyof TemplateRow)[]).filter(
      (name) => JSON.stringify(wanted[name]) !== JSON.stringify(stored[name]),
    )
    if (names.length === 0) return unchanged
    if (version !== stored.version) return conflict({ because: 'stale', now: stored })
    const now = version + 1
    await changeTemplate(tx, id, { ...wanted, changedBy: actor.id, version: now })
    const pick = (from: Partial<TemplateRow>) => Object.fromEntries(names.map((name) => [name, from[name]]))
    await recordAudit(tx, {
      at: services.now(),
      actor,
      action,
      objectType: 'template',
      objectId: id,
      before: { ...pick(stored), version },
      after: { ...pick(wanted), version: now },
      requestId,
    })
    return done({ id, isArchived: wanted.isArchived ?? stored.isArchived })
  })
}

/** Inserts the default templates where there are none; returns how many. */
export const giveDefaultTemplates = ({ db, now }: Pick<Services, 'db' | 'now'>): Promise<number> =>
  insertDefaultTemplates(db, now())
