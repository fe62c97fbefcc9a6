import { exportAvailableUntil } from '../../domain/users/personal-data/data-requests.server'
import { deviceLabel } from '../../domain/settings/device-label'
import type { findUserDetail } from '../../domain/users/user-detail.server'
import { can, type Actor } from '../../domain/access'
import { auditObject } from '../../http/views/audit-object.server'
import { formatDateTime } from '../../i18n/format'
import { LANGUAGE_NAMES } from '../../i18n/languages'
import { localizePseudonyms } from '../../i18n/texts.server'
import { dayMoment, relativeMoment } from '../../i18n/moment'
import type { Reader } from '../../i18n/reader'

type Found = NonNullable<Awaited<ReturnType<typeof findUserDetail>>>

/** Returns a user as the page shows it: times, language and devices in words. */
export function userView(
  { user, sessions, passkeys, history, actions, hold, data, mayHold }: Found,
  { language, timeZone, now, actor }: Reader & { actor: Pick<Actor, 'role'> },
) {
  const ago = (at: Date) => relativeMoment(at, now, language, timeZone)
  const inWords = (at: Date) => formatDateTime(at, language, timeZone)
  return {
    actions,
    mayHold,
    passkeys: passkeys && { total: passkeys.total, newestAt: passkeys.newestAt && inWords(passkeys.newestAt) },
    hold: hold && { ...hold, setAt: inWords(hold.setAt) },
    data:
      data?.map(({ kind, state, request }) => ({
        kind,
        state,
        request: request && {
          proposedByName: request.proposedByName,
          agreedByName: request.agreedByName,
          proposedAt: inWords(request.proposedAt),
          takenUntil: request.agreedAt && inWords(exportAvailableUntil(request.agreedAt)),
        },
      })) ?? null,
    user: {
      ...user,
      username: localizePseudonyms(language, user.username),
      erasedAt: user.erasedAt && inWords(user.erasedAt),
      statusChange: user.statusChange && {
        name: user.statusChange.name,
        at: dayMoment(new Date(user.statusChange.at), language, timeZone),
      },
      invitation: user.invitation && { until: user.invitation.until && inWords(user.invitation.until) },
      language: LANGUAGE_NAMES[user.language],
      createdAt: dayMoment(user.createdAt, language, timeZone),
      lastSignInAt: user.lastSignInAt && ago(user.lastSignInAt),
    },
    seesAllHistory: can(actor, 'audit.readAll'),
    history: history.map((row) => ({
      id: row.id,
      action: row.action,
      actorName: row.actorName,
      reason: row.reason,
      at: ago(row.at),
      object: row.objectType === 'user' && row.objectId === user.id ? null : auditObject(row, { language, actor }),
    })),
    sessions:
      sessions?.map(({ userAgent, createdAt, lastSeenAt, ...session }) => ({
        ...session,
        device: deviceLabel(userAgent),
        signedInAt: ago(createdAt),
        lastSeenAt: ago(lastSeenAt),
      })) ?? null,
  }
}

export type UserView = ReturnType<typeof userView>
