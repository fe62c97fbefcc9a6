import {
  ORGANIZATION_MOVES,
  USER_MOVES,
  VERIFICATION_MOVES,
  type OrganizationMove,
  type VerificationMove,
} from '../../domain/glossary'
import { ORGANIZATION_TRANSITIONS } from '../../domain/organizations/status/organization-status'
import { formatList } from '../../i18n/format'
import { translate } from '../../i18n/texts.server'
import {
  VERIFICATION_STATUSES,
  type Language,
  type OrganizationStatus,
  type Role,
  type VerificationStatus,
} from '../../vocabulary'

/** The tables of status changes, with who may make them in words. */
export function movesView(language: Language) {
  return {
    verificationMoves: VERIFICATION_MOVES.map((move) => ({ ...move, who: capital(whoDecides(move, language)) })),
    organizationMoves: ORGANIZATION_MOVES.map((move) => ({ ...move, who: capital(whoChanges(move, language)) })),
    userMoves: USER_MOVES.map((move) => ({
      ...move,
      who: translate(language, {
        key: move.isAmongSuperadmins ? 'glossary:whoBelowAndPeers' : 'glossary:whoBelow',
        values: { roles: capital(named(move.roles, language)) },
      }),
    })),
    next: {
      verification: nextOfVerifications(),
      organization: ORGANIZATION_TRANSITIONS satisfies Record<OrganizationStatus, readonly OrganizationStatus[]>,
    },
  }
}

const capital = (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1)

/** Roles are common nouns inside a sentence. */
const named = (roles: readonly Role[], language: Language) =>
  formatList(
    roles.map((role) => translate(language, { key: `common:role.${role}` }).toLowerCase()),
    language,
  )

function whoDecides({ action, roles, sensitiveRoles }: VerificationMove, language: Language): string {
  const values = { roles: named(roles, language) }
  if (action === 'resubmit') return translate(language, { key: 'glossary:whoPartner', values })
  if (!sensitiveRoles) return values.roles
  const sensitive = named(sensitiveRoles, language)
  return translate(language, { key: 'glossary:whoSensitive', values: { ...values, sensitive } })
}

function whoChanges({ action, roles }: OrganizationMove, language: Language): string {
  if (roles.length > 0) return named(roles, language)
  if (action === 'submitted') return translate(language, { key: 'glossary:whoPartnerOnly' })
  return translate(language, { key: action === 'pending' ? 'glossary:whoSystem' : 'glossary:whoDecision' })
}

const nextOfVerifications = () =>
  Object.fromEntries(
    VERIFICATION_STATUSES.map((status) => [
      status,
      VERIFICATION_MOVES.filter(({ from }) => from.includes(status)).map(({ to }) => to),
    ]),
  ) as Record<VerificationStatus, VerificationStatus[]>
