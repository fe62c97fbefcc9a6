import type { VerificationType } from '../../vocabulary'

/** The review page of an application; mode change requests have their own. */
export const verificationPath = (verification: { id: string; type: VerificationType }): string =>
  verification.type === 'operation_mode_change'
    ? `/verifications/mode-changes/${verification.id}`
    : `/verifications/${verification.id}`
