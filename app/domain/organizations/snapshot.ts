import type { FormStep } from './organization-fields'
import { fieldsOf, ORGANIZATION_FIELDS } from './organization-fields'

type Stored = Readonly<Record<string, unknown>>
type StoredSetup = { organization: Stored; branches: readonly Stored[]; brand: Stored | null }

/** What an organization says of itself, by `step.name`; its branches are rows under `contact.branches`. */
export type Snapshot = Readonly<Record<string, unknown>>

/** Where the rows of branches stand. */
export const BRANCHES = 'contact.branches'

const STEPS = Object.keys(ORGANIZATION_FIELDS) as FormStep[]

/** Every stored value of a section, each once: two fields of one form may be stored as one. */
export const columnsOfStep = (step: FormStep): string[] => [
  ...new Set(fieldsOf(step).map(([name, { column }]) => column ?? name)),
]

const BRANCH_COLUMNS = [...columnsOfStep('contact'), 'isPrimary']

/** Everything that the steps of a setup hold, without the documents. */
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
