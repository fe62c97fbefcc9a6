import { randomUUID } from 'node:crypto'
import type { Queries } from '../../db/engine/database'
import { insertDraft, insertJoined, type findInviteToUse } from '../../db/join'
import type { AuditEntry } from '../audit/audit.server'
import { searchKey } from '../names/search-key.server'
import { countryOfPhone } from '../phones/phone.server'
import { draftFor, timeZoneOf } from './draft.server'
import type { UserContext } from './landing-path'
import { roleGiven } from './invite-use'
import type { Join } from './join'

type Person = NonNullable<Join['person']>
export type Invite = NonNullable<Awaited<ReturnType<typeof findInviteToUse>>>
type Joined = UserContext & { id: string }

/** Somebody else created an account with this phone meanwhile; rolls the transaction back. */
export class PhoneTaken extends Error {}

/**
 * Creates an active user with the role or organization that the invite gives; returns them with the audit entries to record. Rejects with
 * {@link PhoneTaken}.
 */
export async function makeUser(
  tx: Queries,
  { person, requestId }: { person: Person; requestId: string },
  invite: Invite,
  at: Date,
): Promise<{ joined: Joined; entries: AuditEntry[] }> {
  const id = randomUUID()
  const country = countryOfPhone(person.phone)
  const role = roleGiven(invite)
  const organization = await organizationFor(tx, invite, person, at)
  const isNew = await insertJoined(tx, {
    id,
    username: person.name,
    searchKey: searchKey(person.name),
    phone: person.phone,
    status: 'active',
    role,
    organizationId: organization?.id ?? null,
    language: person.language,
    timeZone: timeZoneOf(country),
    createdAt: at,
    lastSignInAt: at,
  })
  if (!isNew) throw new PhoneTaken()
  const by = { at, actor: { id, role }, requestId }
  const drafted: AuditEntry[] =
    invite.type === 'invite_logistic_provider' && organization
      ? [
          {
            ...by,
            action: 'organization.create',
            objectType: 'organization',
            objectId: organization.id,
            after: { status: organization.status },
          },
        ]
      : []
  const entry: AuditEntry = {
    ...by,
    action: 'user.join',
    objectType: 'user',
    objectId: id,
    after: { status: 'active', role, organizationId: organization?.id ?? null },
  }
  return { joined: { id, role, organization }, entries: [...drafted, entry] }
}

async function organizationFor(tx: Queries, invite: Invite, person: Person, at: Date) {
  if (invite.type === 'invite_to_user') return null
  if (invite.type === 'invite_to_organization') return invite.organization
  const draft = {
    id: randomUUID(),
    ...draftFor(person, countryOfPhone(person.phone)),
    searchKey: searchKey(person.name),
    createdAt: at,
  }
  await insertDraft(tx, draft)
  return { id: draft.id, status: draft.status }
}
