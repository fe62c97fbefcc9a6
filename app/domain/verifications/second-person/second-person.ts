import type { VerificationAction } from '../verification-actions'

/** What two people are needed for, where a type asks for two; asking for more is one person's. */
const TWO_PERSON_ACTIONS = ['approve', 'reject'] as const satisfies VerificationAction[]
type TwoPersonAction = (typeof TWO_PERSON_ACTIONS)[number]

export const isTwoPersonAction = (action: string): action is TwoPersonAction =>
  TWO_PERSON_ACTIONS.some((one) => one === action)

/** How many people may be asked for, as a form says it. */
export const PEOPLE_CHOICES = ['1', '2'] as const

/** True where this takes a second person. */
export const needsSecond = ({ people }: { people?: number }, action: VerificationAction): boolean =>
  (people ?? 1) > 1 && isTwoPersonAction(action)

/**
 * What a vote was given on: with any of it changed the vote is void. `papers` are the documents with their verdicts, under the
 * name that kept votes have.
 */
type SeenByFirst = { organizationVersion: number; papers: string }

export type PreparedInput = { typed: Record<string, string>; seen: SeenByFirst }
