import { href } from 'react-router'
import { inviteList } from '../../domain/invites/invite-list'
import { organizationList } from '../../domain/organizations/organization-list'
import type { searchEverywhere } from '../../domain/search/search.server'
import { userList } from '../../domain/users/user-list'
import { listAddressFor, verificationPath } from '../../domain/verifications/queue/verification-list'
import { formatCountry } from '../../i18n/format'
import type { TextKey } from '../../i18n/keys'
import { localizePseudonyms, translate } from '../../i18n/texts.server'
import type { Tone } from '../../ui/badge'
import type { IconName } from '../../ui/icon'
import { INVITE_TONES, ORGANIZATION_TONES, USER_TONES, VERIFICATION_TONES } from '../../ui/status-tones'
import type { Language } from '../../vocabulary'

type Found = NonNullable<Awaited<ReturnType<typeof searchEverywhere>>>
type FoundItem = { title: string; detail: string; href: string; status: string; tone: Tone }
type FoundGroup = {
  kind: Exclude<keyof Found, 'isLoose'>
  title: string
  icon: IconName
  items: FoundItem[]
  /** The list filtered by the same words, when it has more. */
  moreHref: string | null
}

/** Returns the results in the reader's language, by kind, without empty kinds. */
export function foundView(found: Found, q: string, language: Language): FoundGroup[] {
  const translateKey = (key: TextKey) => translate(language, { key })
  const { organizations, verifications, invites, users } = found
  const groups: FoundGroup[] = [
    {
      kind: 'organizations',
      title: translateKey('common:nav.organizations'),
      icon: 'building',
      moreHref: organizations.hasMore ? organizationList.href({ ...organizationList.empty, q }) : null,
      items: organizations.rows.map((row) => ({
        title: row.name,
        detail: formatCountry(row.country, language),
        href: href('/organizations/:id', { id: row.id }),
        status: translateKey(`organizations:status.${row.status}`),
        tone: ORGANIZATION_TONES[row.status],
      })),
    },
    {
      kind: 'verifications',
      title: translateKey('common:nav.verifications'),
      icon: 'shield-check',
      moreHref: verifications.hasMore ? listAddressFor(verifications.types, q) : null,
      items: verifications.rows.map((row) => ({
        title: row.organizationName,
        detail: translateKey(`verifications:type.${row.type}`),
        href: verificationPath(row),
        status: translateKey(`verifications:status.${row.status}`),
        tone: VERIFICATION_TONES[row.status],
      })),
    },
    {
      kind: 'invites',
      title: translateKey('common:nav.inviteCodes'),
      icon: 'ticket',
      moreHref: invites.hasMore ? inviteList.href({ ...inviteList.empty, q }) : null,
      items: invites.rows.map((row) => ({
        title: row.code,
        detail: translateKey(`invites:type.${row.type}`),
        href: href('/invites/:id', { id: row.id }),
        status: translateKey(`invites:status.${row.status}`),
        tone: INVITE_TONES[row.status],
      })),
    },
    {
      kind: 'users',
      title: translateKey('common:nav.users'),
      icon: 'users',
      moreHref: users.hasMore ? userList.href({ ...userList.empty, username: q }) : null,
      items: users.rows.map((row) => ({
        title: localizePseudonyms(language, row.username),
        detail: translateKey(row.role ? `common:role.${row.role}` : 'users:partner'),
        href: href('/users/:id', { id: row.id }),
        status: translateKey(`users:status.${row.status}`),
        tone: USER_TONES[row.status],
      })),
    },
  ]
  const titleOf = (kind: string) =>
    found.isLoose ? translate(language, { key: 'search:near', values: { kind } }) : kind
  return groups.filter(({ items }) => items.length > 0).map((group) => ({ ...group, title: titleOf(group.title) }))
}
