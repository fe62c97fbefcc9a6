import { maskCode, SealedCode } from '../../db/schema/sealed-code'
import { INVITE_TYPES, type InviteType, type Role } from '../../vocabulary'
import type { Actor } from '../access'
import { isNumberOrWords, withoutCodeParts } from './code-parts'
import { newInviteCode, parseInviteCode } from './invite-code'
import { mayCreate, typesToCreate } from './invite-rules'
import { rolesUpTo } from '../access'

type Kind = { type: InviteType; role: Role | null }
type Viewer = Pick<Actor, 'role'>

/** Whether a viewer may read a code in full: only if they could create one of its type and role (decisions, Who may know a code). */
export const maySeeCode = (viewer: Viewer, { type, role }: Kind): boolean => mayCreate(viewer, type, role)

/** A code for one viewer: whole, or masked. The only way to get a code for a page, a file or a list. */
export const showCode = (viewer: Viewer, invite: Kind & { code: SealedCode }): string =>
  maySeeCode(viewer, invite) ? SealedCode.open(invite.code) : String(invite.code)

/** The code in full, for the person it is sent to. */
export const codeForRecipient = (code: SealedCode): string => SealedCode.open(code)

/** A new code, for the database. */
export const sealedInviteCode = (): SealedCode => new SealedCode(newInviteCode())

/** The code that somebody typed into a search; null when it cannot be one. */
export function sealTyped(typed: string): SealedCode | null {
  const code = parseInviteCode(typed)
  return code === null ? null : new SealedCode(code)
}

/** The kinds of code that this viewer may find by part of the code; null when that is all kinds. */
export function codesSeenBy(viewer: Viewer): { types: readonly InviteType[]; roles: readonly Role[] } | null {
  const types = typesToCreate(viewer)
  const roles = rolesUpTo(viewer)
  const isAll = types.length === INVITE_TYPES.length && roles[0] === 'superadmin'
  return isAll ? null : { types, roles }
}

/**
 * The query string of a list without the code that was searched for, in any spelling. The invite list also finds parts of codes, so those
 * are removed too.
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
