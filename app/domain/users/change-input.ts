import { z } from 'zod'
import { type Actor, rolesUpTo } from '../access'
import { CHOICE_REQUIRED, requiredReason, seenVersion } from '../form-fields'
import { ruleOfUserAction, type UserAction } from './user-actions'

/** The form of a user action: the version that was seen, and the role or reason if the action takes one. */
export const changeUserInput = (actor: Pick<Actor, 'id' | 'role'>, action: UserAction) =>
  z.object({
    version: seenVersion,
    role: action === 'role' ? z.enum(rolesUpTo(actor), { error: CHOICE_REQUIRED }) : NOT_ASKED,
    reason: ruleOfUserAction(action).needsReason ? requiredReason : NOT_ASKED,
  })

const NOT_ASKED = z
  .unknown()
  .optional()
  .transform(() => undefined)
