import type { TextKey } from '../../i18n/keys'
import { recoveryInput } from './input'
import { normalisePhone } from '../phones/phone.server'

type Field = keyof typeof recoveryInput.shape
type RecoveryForm = Record<Field, string>

/** Reads the form of somebody whose number changed: the request with E.164 phones, or the message of each wrong field. */
export function readRecovery(
  typed: Record<string, string>,
):
  | { request: RecoveryForm; errors: Partial<Record<Field, TextKey>> }
  | { request: null; errors: Partial<Record<Field, TextKey>> } {
  const read = recoveryInput.safeParse(typed)
  const errors: Partial<Record<Field, TextKey>> = {}
  for (const issue of read.error?.issues ?? []) errors[issue.path[0] as Field] ??= issue.message as TextKey
  const oldPhone = normalisePhone(typed.oldPhone ?? '')
  const newPhone = normalisePhone(typed.newPhone ?? '')
  if (oldPhone === null) errors.oldPhone ??= 'access:error.phoneInvalid'
  if (newPhone === null) errors.newPhone ??= 'access:error.phoneInvalid'
  if (!read.success || oldPhone === null || newPhone === null) return { request: null, errors }
  return { request: { ...read.data, oldPhone, newPhone }, errors }
}
