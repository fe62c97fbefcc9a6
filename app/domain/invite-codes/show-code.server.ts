import { maskCode, SealedCode } from '../../db/schema/sealed-code'
import { INVITE_TYPES, type InviteType, type Role } from '../../vocabulary'
import type { Actor } from '../access'
import { isNumberOrWords, withoutCodeParts } from './code-parts'
import { newInviteCode, parseInviteCode } from './invite-code'
import { mayCreate, typesToCreate } from './invite-rules'
import { rolesUpTo } from '../access'

type Kind = { type: InviteType; role: Role | null }
type Viewer = Pick<Actor, 'role'>

/** Whether a viewer may read a code in full: only who could make one of that type and role (decisions, Who may know a code). */
export const maySeeCode = (viewer: Viewer, { type, role }: Kind): boolean => mayCreate(viewer, type, role)

/** A code for one viewer: whole, or its mask. The only way to a code for a page, a file or a list. */
export const showCode = (viewer: Viewer, invite: Kind & { code: SealedCode }): string =>
  maySeeCode(viewer, invite) ? SealedCode.open(invite.code) : String(invite.code)

/** The code for the very person it is sent to. */
export const codeForRecipient = (code: SealedCode): string => SealedCode.open(code)

/** A new code, for the database. */
export const sealedInviteCode = (): SealedCode => new SealedCode(newInviteCode())

/** What somebody typed as a code to look for; null when it cannot be one. */
export function sealTyped(typed: string): SealedCode | null {
  const code = parseInviteCode(typed)
  return code === null ? null : new SealedCode(code)
}

/** The kinds of code that this viewer may find by a part of the code; null when these are all. */
export function codesSeenBy(viewer: Viewer): { types: readonly InviteType[]; roles: readonly Role[] } | null {
  const types = typesToCreate(viewer)
  const roles = rolesUpTo(viewer)
  const isAll = types.length === INVITE_TYPES.length && roles[0] === 'superadmin'
  return isAll ? null : { types, roles }
}

/**
 * What a list was narrowed by, without the code that somebody looked for, in whatever spelling. The list of invites finds by a part of it
 * too, which goes as well.
 */
export function searchWithoutCode(search: string, field: 'q' | 'text' = 'q'): string {
  const params = new URLSearchParams(search)
  const typed = params.get(field) ?? ''
  const code = parseInviteCode(typed)
  const withoutParts = field === 'q' ? withoutCodeParts(typed) : typed
  const kept = code === null || isNumberOrWords(typed) ? withoutParts : maskCode(code)
  if (kept === typed) return search
  params.set(field, kept)
  return `?${params}`.replaceAll(encodeURIComponent('•'), '•')
}
