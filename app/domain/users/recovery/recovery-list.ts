import { href } from '../../../addresses'
import { defineList, type ListState } from '../../../lists/define-list'
import { choice, members } from '../../../lists/list-fields'
import { RECOVERY_STATES } from '../../../vocabulary'

export const recoveryList = defineList({
  path: href('/users/recovery'),
  fields: {
    state: members(RECOVERY_STATES),
    sort: choice(['likely', 'unlikely', 'newest', 'oldest', 'name', 'name-last']),
  },
})

export type RecoveryListState = ListState<(typeof recoveryList)['definition']>

/** How likely a request is genuine, most likely first: by the browser, the old number and the typed name. */
export const LIKELIHOODS = ['ownBrowser', 'knownAndNamed', 'known', 'blocked', 'unknown'] as const
export type Likelihood = (typeof LIKELIHOODS)[number]
