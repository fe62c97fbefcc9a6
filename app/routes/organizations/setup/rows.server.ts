import { BRANCHES_MAX } from '../../../domain/setup/input.server'
import type { StepForm } from '../../../domain/setup/step-form.server'

const LISTS = ['branchName', 'person', 'branchPhone', 'branchEmail', 'branchAddress'] as const

/** The contact form with one branch more or less, when that was the button pressed; null when the form was sent. */
export function changeRows(form: StepForm, change: FormDataEntryValue | null): StepForm | null {
  if (typeof change !== 'string' || form.step !== 'contact') return null
  const { typed } = form
  const removed = change === 'add' ? null : Number(/^remove (\d{1,2})$/.exec(change)?.[1])
  const count = typed.branchName.length
  if (removed === null ? count >= BRANCHES_MAX : count <= 1) return form
  const lists = LISTS.map((name) => [
    name,
    removed === null ? [...typed[name], ''] : typed[name].filter((_, index) => index !== removed),
  ])
  const primary = Number(typed.primary)
  const moved = removed !== null && primary > removed ? primary - 1 : primary === removed ? 0 : primary
  return { step: 'contact', typed: { ...typed, ...Object.fromEntries(lists), primary: String(moved) } }
}
