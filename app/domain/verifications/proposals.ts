import type { VerificationType } from '../../vocabulary'
import type { Snapshot } from '../organizations/snapshot'

/** What an applicant proposes by a change: it stands in what they sent, not in the organization, until it is approved. */
const PROPOSED: Partial<Record<VerificationType, readonly string[]>> = {
  address_change: ['basic.address'],
  bank_account_update: ['bank.name', 'bank.account'],
  legal_representative_change: ['representative.name', 'representative.document'],
}

/** The part of something that was sent which is proposed. */
export function proposalIn(type: VerificationType, fields: Snapshot): Snapshot {
  const keys = PROPOSED[type] ?? []
  return Object.fromEntries(Object.entries(fields).filter(([key]) => keys.includes(key)))
}

/** The address that an address change proposes; null for none. */
export function proposedAddress(fields: Snapshot | undefined): string | null {
  const address = fields?.['basic.address']
  return typeof address === 'string' && address.trim() !== '' ? address : null
}
