import type { Likelihood } from '../../../domain/users/recovery/recovery-list'
import type { Tone } from '../../../ui/badge'
import type { RecoveryState } from '../../../vocabulary'

export const RECOVERY_TONES = {
  waiting: 'amber',
  proposed: 'amber',
  agreed: 'sky',
  number_changed: 'grey',
  declined: 'grey',
  cancelled: 'grey',
} as const satisfies Record<RecoveryState, Tone>

export const LIKELIHOOD_TONES = {
  ownBrowser: 'green',
  knownAndNamed: 'green',
  known: 'sky',
  blocked: 'grey',
  unknown: 'grey',
} as const satisfies Record<Likelihood, Tone>
