/**
 * How a command ended. Refusals are values; only bugs throw. Mapped to a status and a toast in `http/forms/form-action.server.ts`.
 * - `unchanged`: what was asked for already holds (304 semantics, specification 8)
 * - `conflict`: somebody else came first, or it is not possible now (409); `now` is the current state
 * - `forbidden`: this person may not do this to this object (403)
 * - `missing`: the object does not exist for this person (404)
 */
export type Outcome<Done = void, Now = unknown> =
  | { kind: 'done'; value: Done }
  | { kind: 'unchanged' }
  | { kind: 'conflict'; now: Now }
  | { kind: 'forbidden' }
  | { kind: 'missing' }

export const done = <Done>(value: Done): { kind: 'done'; value: Done } => ({ kind: 'done', value })
export const unchanged = { kind: 'unchanged' } as const
export const conflict = <Now>(now: Now): { kind: 'conflict'; now: Now } => ({ kind: 'conflict', now })
export const forbidden = { kind: 'forbidden' } as const
export const missing = { kind: 'missing' } as const

/** The value of a command that can never end `unchanged`; throws if it does. */
export function resultOf<Done>(outcome: { kind: 'done'; value: Done } | { kind: 'unchanged' }): Done {
  if (outcome.kind === 'unchanged') throw new Error('Nothing was done')
  return outcome.value
}
