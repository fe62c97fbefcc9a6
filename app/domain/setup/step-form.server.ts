import type { z } from 'zod'
import { STEP_INPUTS } from './input.server'
import type { SavedStep } from './save-step.server'
import type { FormStep, TypedStep } from './step-fields'
import { STORED_STEPS, type StoredSetup } from './stored-step'

/** One step's form as it is filled in. */
export type StepForm = { [Step in FormStep]: { step: Step; typed: TypedStep<Step> } }[FormStep]

/** The form of a step filled with what is stored. */
export const storedForm = (step: FormStep, stored: StoredSetup): StepForm =>
  ({ step, typed: STORED_STEPS[step](stored) }) as StepForm

/** The issues carry the names of the form's fields, those of rows with their number: `branchName.0`. */
export function checkStep({ step, typed }: StepForm): { saved: SavedStep } | { errors: Map<string, string> } {
  const check = STEP_INPUTS[step] as (typed: StepForm['typed']) => z.ZodSafeParseResult<SavedStep['input']>
  const checked = check(typed)
  if (checked.success) return { saved: { step, input: checked.data } as SavedStep }
  const errors = new Map<string, string>()
  for (const { path, message } of checked.error.issues) {
    const name = fieldOf(path)
    if (!errors.has(name)) errors.set(name, message)
  }
  return { errors }
}

const BRANCH_FIELDS: Record<string, string> = {
  name: 'branchName',
  person: 'person',
  phone: 'branchPhone',
  email: 'branchEmail',
  address: 'branchAddress',
}

function fieldOf(path: readonly PropertyKey[]): string {
  const [first, index, field] = path
  if (first !== 'branches') return String(first)
  return field === undefined ? 'branches' : `${BRANCH_FIELDS[String(field)]}.${String(index)}`
}
