import { isArea, type Area } from '../../audit-actions'
import { SETTABLE_CLASSES } from '../../domain/keeping/periods'
import { COLUMN_LABELS } from '../../domain/organizations/organization-fields'
import type { TextKey } from '../../i18n/keys'
import { VERIFICATION_TYPES } from '../../vocabulary'

/** Labels by application type, for hours until it is due or how many people decide. */
const TYPE_LABELS = Object.fromEntries(
  VERIFICATION_TYPES.map((type) => [type, `verifications:type.${type}` as const]),
) satisfies Record<string, TextKey>

/** Labels by class of data, for how many days it is kept. */
const KEPT_LABELS = Object.fromEntries(
  SETTABLE_CLASSES.map((kept) => [kept, `settings:keeping.class.${kept}` as const]),
) satisfies Record<string, TextKey>

const { name: ORGANIZATION_NAME, ...COLUMNS } = COLUMN_LABELS

/** Labels that are the same in every area. */
const SHARED_LABELS: Readonly<Record<string, TextKey>> = {
  ...COLUMNS,
  ...TYPE_LABELS,
  ...KEPT_LABELS,
  bankName: 'verifications:proposed.bankName',
  bankAccount: 'verifications:proposed.bankAccount',
  representativeName: 'verifications:proposed.representativeName',
  representativeDocument: 'verifications:proposed.representativeDocument',
  status: 'audit:field.status',
  organizationStatus: 'audit:field.organizationStatus',
  role: 'audit:field.role',
  access: 'organizations:column.access',
  items: 'audit:field.items',
  reviewer: 'audit:field.reviewer',
  unopened: 'audit:field.unopened',
  decision: 'audit:field.decision',
  preparedBy: 'audit:field.preparedBy',
  proposedBy: 'audit:field.proposedBy',
  agreedBy: 'audit:field.agreedBy',
  maximumUses: 'audit:field.maximumUses',
  usedCount: 'audit:field.usedCount',
  expiresAt: 'audit:field.expiresAt',
  total: 'audit:field.total',
  isMore: 'audit:field.isMore',
  olderThan: 'audit:field.olderThan',
  lastPosition: 'audit:field.lastPosition',
  lastHash: 'audit:field.lastHash',
  applications: 'audit:field.applications',
  ended: 'audit:field.ended',
  type: 'audit:field.type',
  channel: 'audit:field.channel',
  document: 'audit:field.document',
  finding: 'audit:field.finding',
  step: 'audit:field.step',
  createdUpTo: 'audit:field.createdUpTo',
  replacedBy: 'audit:field.replacedBy',
  verification: 'audit:field.verification',
  documents: 'audit:field.documents',
  notifications: 'audit:field.notifications',
  organizationId: 'audit:field.organizationId',
  mediaType: 'audit:field.mediaType',
  sizeBytes: 'audit:field.sizeBytes',
  language: 'audit:field.language',
  search: 'audit:field.search',
  branches: 'audit:field.branches',
  changedBranches: 'audit:field.changedBranches',
  changesAt: 'audit:field.changesAt',
  because: 'audit:field.because',
  proof: 'audit:field.proof',
  way: 'audit:field.way',
  wrongCodes: 'audit:field.wrongCodes',
  note: 'audit:field.note',
  mentions: 'audit:field.mentions',
  primaryBranch: 'setup:field.primary',
  brand: 'setup:field.brandName',
  pageSize: 'settings:display.pageSize',
  density: 'settings:display.density',
  startPage: 'settings:display.startPage',
  use: 'templates:column.use',
  types: 'templates:field.types',
  documentTypes: 'templates:field.documentTypes',
  target: 'templates:field.target',
  mustOpen: 'settings:reviews.mustOpen',
  isArchived: 'templates:archived',
  en: 'templates:words.en',
  zh: 'templates:words.zh',
  ru: 'templates:words.ru',
  kk: 'templates:words.kk',
  hasShortcuts: 'settings:display.shortcuts',
}

/** Labels that differ between areas. */
const AREA_LABELS: Partial<Record<Area, Readonly<Record<string, TextKey | undefined>>>> = {
  organization: { name: ORGANIZATION_NAME },
  user: { username: 'audit:field.username' },
  passkey: { username: 'audit:object.passkey' },
  view: { name: 'views:column.name', sharedWith: 'views:column.shared' },
}

/** The label key of a field in `before` or `after`; undefined when it has none, and its name is shown. */
export const fieldLabel = (area: string, name: string): TextKey | undefined =>
  (isArea(area) ? AREA_LABELS[area]?.[name] : undefined) ?? SHARED_LABELS[name]

/** Fields that mean nothing to a reader. */
export const UNTOLD_FIELDS = ['version']
