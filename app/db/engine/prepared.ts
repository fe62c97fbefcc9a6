const ONE_STATEMENT = /^\s*(?:select|with|insert|update|delete)\b[^;]*$/i
/** How many rows hold a text is not to be told without it: one plan for all texts reads too many. */
const SEARCH = /\bi?like \$|<% /i

/** Whether a text can be parsed and planned once, and run again with other values. */
export const isPreparable = (text: string): boolean => ONE_STATEMENT.test(text) && !SEARCH.test(text)

/** A prepared statement is gone, or a migration changed what it means: its plan, a name or a type in it. */
export const STALE = /^(0A000|26000|42...)$/

/**
 * A statement of so many values, as the counts above a list are, takes longer to plan than to run. Left to choose, the server plans
 * it anew each time, for it takes what lies behind a day that it is not told for a third of all rows.
 */
export const MANY_VALUES = 100
export const ONE_PLAN = 'set plan_cache_mode = force_generic_plan'
export const PLANS_AS_CHOSEN = 'set plan_cache_mode = auto'
