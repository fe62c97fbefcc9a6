import { z } from 'zod'
import {
  DOCUMENT_TYPES,
  WAITS_FOR,
  type DocumentMediaType,
  type OrganizationStatus,
  type VerificationStatus,
} from '../../vocabulary'
import { FILE_NAME_MAX_LENGTH } from '../files/limits'
import { CHOICE_REQUIRED } from '../form-fields'
import { isFrozen } from '../organizations/status/organization-status'

/** The fields sent with an uploaded file. */
export const documentInput = z.object({
  type: z.enum(DOCUMENT_TYPES, { error: CHOICE_REQUIRED }),
})

/** Whether the partner can replace a document whose file was lost: during setup, or while the application waits for them. */
export const isReplaceable = (application: VerificationStatus | null, organization: OrganizationStatus): boolean =>
  !isFrozen(organization) && (application === null || WAITS_FOR[application] === 'applicant')

/** Characters that are invisible or reverse the reading direction, which could make `gpj.exe` look like another name. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]/gu

/** A file name for display: its last path segment without invisible characters; a name that is cut keeps its extension. */
export function shownFileName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const seen = last.replaceAll(UNSEEN, '').trim()
  const signs = [...seen]
  if (signs.length <= FILE_NAME_MAX_LENGTH) return seen
  const ending = /\.[^.]{1,8}$/.exec(seen)?.[0] ?? ''
  return signs.slice(0, FILE_NAME_MAX_LENGTH - ending.length - 1).join('') + ending
}

const SHORT_FILE_NAME_LENGTH = 40

/** A file name within a sentence. Names tend to differ at their ends, so a long one is cut in the middle. */
export function shortFileName(name: string): string {
  const signs = [...name]
  if (signs.length <= SHORT_FILE_NAME_LENGTH) return name
  const half = SHORT_FILE_NAME_LENGTH / 2
  return `${signs.slice(0, half).join('')}…${signs.slice(1 - half).join('')}`
}

const ENDINGS: Record<DocumentMediaType, RegExp> = {
  'application/pdf': /\.pdf$/i,
  'image/png': /\.png$/i,
  'image/jpeg': /\.(jpe?g|jpe|jfif)$/i,
}

/** True when the file name's extension matches `mediaType`. */
export const hasEndingOf = (mediaType: DocumentMediaType, fileName: string): boolean =>
  ENDINGS[mediaType].test(fileName)
