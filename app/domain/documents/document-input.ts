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

/** What goes along with an uploaded file. */
export const documentInput = z.object({
  type: z.enum(DOCUMENT_TYPES, { error: CHOICE_REQUIRED }),
})

/** Whether its partner can send another file for a document that lost its own: in the setup, or while they are asked. */
export const isReplaceable = (application: VerificationStatus | null, organization: OrganizationStatus): boolean =>
  !isFrozen(organization) && (application === null || WAITS_FOR[application] === 'applicant')

/** Signs that are not seen or turn the reading direction, under which `gpj.exe` would read as another name. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]/gu

/** The name under which a file is shown: its last part without unseen signs, its ending kept when it is cut. */
export function shownFileName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const seen = last.replaceAll(UNSEEN, '').trim()
  const signs = [...seen]
  if (signs.length <= FILE_NAME_MAX_LENGTH) return seen
  const ending = /\.[^.]{1,8}$/.exec(seen)?.[0] ?? ''
  return signs.slice(0, FILE_NAME_MAX_LENGTH - ending.length - 1).join('') + ending
}

const SHORT_FILE_NAME_LENGTH = 40

/** A name within a sentence: names differ at their ends, so a long one has its middle left out. */
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

/** True when the name promises what the file is. */
export const hasEndingOf = (mediaType: DocumentMediaType, fileName: string): boolean =>
  ENDINGS[mediaType].test(fileName)
