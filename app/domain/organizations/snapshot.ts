import type { FormStep } from './organization-fields'
import { fieldsOf, ORGANIZATION_FIELDS } from './organization-fields'

type Stored = Readonly<Record<string, unknown>>
type StoredSetup = { organization: Stored; branches: readonly Stored[]; brand: Stored | null }

/** The values of an organization by `step.name`; branches are rows under `contact.branches`. */
export type Snapshot = Readonly<Record<string, unknown>>

/** The key of the branch rows in a snapshot. */
export const BRANCHES = 'contact.branches'

const STEPS = Object.keys(ORGANIZATION_FIELDS) as FormStep[]

/** The stored columns of a section, each once: two fields may share a column. */
export const columnsOfStep = (step: FormStep): string[] => [
  ...new Set(fieldsOf(step).map(([name, { column }]) => column ?? name)),
]

const BRANCH_COLUMNS = [...columnsOfStep('contact'), 'isPrimary']

/** Everything that the setup steps hold, except the documents. */
export function snapshotOf({ organization, branches, brand }: StoredSetup): Snapshot {
  const from = (step: FormStep) => (step === 'brand' ? (brand ?? {}) : organization)
  return Object.fromEntries(
    STEPS.flatMap((step): [string, unknown][] =>
      step === 'contact'
        ? [
            [
              BRANCHES,
              branches.map((row) => Object.fromEntries(BRANCH_COLUMNS.map((name) => [name, row[name] ?? null]))),
            ],
          ]
        : columnsOfStep(step).map((name) => [`${step}.${name}`, from(step)[name] ?? null]),
    ),
  )
}
