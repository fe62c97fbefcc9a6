const ONE_STATEMENT = /^\s*(?:select|with|insert|update|delete)\b[^;]*$/i
/** A search by a text is planned for that text: one plan for all texts would read too many rows. */
const SEARCH = /\bi?like \$|<% | ~ \$/i

/** Whether a text can be parsed and planned once, and run again with other values. */
export const isPreparable = (text: string): boolean => ONE_STATEMENT.test(text) && !SEARCH.test(text)

/** The prepared statement is gone, or a migration changed its plan, a name or a type in it. */
export const STALE = /^(0A000|26000|42...)$/

/**
 * Whether a statement asks to be planned once, by `plannedOnce` (sql.ts). Left alone, the server would plan it anew each time: for a plan
 * without values it guesses that a third of all rows are after a given day.
 */
export const isPlannedOnce = (text: string): boolean => text.includes('(values (1)) as planned_once')
export const ONE_PLAN = 'set plan_cache_mode = force_generic_plan'
export const PLANS_AS_CHOSEN = 'set plan_cache_mode = auto'
