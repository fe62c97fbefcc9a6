import { randomUUID } from 'node:crypto'
import type { Country, DocumentStatus, DocumentType, VerificationType } from '../../vocabulary'
import type { documents } from '../../db/schema/documents'
import type { Application } from '../applications'
import { itemAt } from '../dice'
import type { SampleDocument } from './document'
import { LANDS, placeOf } from '../places'
import { lengthMs, type World } from '../world'
import { FILE_NAMES } from '../phrases/file-names'
import { PHRASES } from '../phrases/phrases'
import { DAY_MS, dayOfUtc, HOUR_MS, MINUTE_MS } from '../../durations'

/** A document row without its size, and the sample that its file shows. */
export type Sheet = { row: Omit<typeof documents.$inferInsert, 'sizeBytes'>; sample: SampleDocument }

const NEEDED: Record<VerificationType, DocumentType[]> = {
  initial_registration: ['business_license', 'tax_certificate', 'representative_id'],
  business_license_renewal: ['business_license', 'tax_certificate'],
  tax_registration_renewal: ['tax_certificate', 'business_license'],
  bank_account_update: ['bank_statement', 'power_of_attorney'],
  operation_mode_change: ['operations_plan', 'lease_agreement'],
  address_change: ['lease_agreement', 'business_license'],
  legal_representative_change: ['representative_id', 'power_of_attorney', 'business_license'],
}

const TITLES: Record<DocumentType, string> = {
  business_license: 'Certificate of registration',
  tax_certificate: 'Tax certificate',
  bank_statement: 'Bank account statement',
  representative_id: 'Identity of representative',
  lease_agreement: 'Lease agreement',
  power_of_attorney: 'Power of attorney',
  operations_plan: 'Plan of operations',
}

const STATES: Record<Country, string> = {
  KZ: 'Republic of Kazakhstan',
  CN: "People's Republic of China",
  RU: 'Russian Federation',
  US: 'United States of America',
}

/** The documents of one application: uploaded before it was submitted, and one more before each new submission. */
export function planDocuments(world: World, application: Application, latinName: string, index: number): Sheet[] {
  const { events, row } = application
  const types = NEEDED[row.type]
  const again = events.filter(({ event }) => event === 'resubmitted')
  const sent = [
    ...types.map((type) => ({ type, by: row.submittedAt })),
    ...again.map(({ at }) => ({ type: itemAt(types, types.length - 1), by: at })),
  ]
  return sent.map(({ type, by }, i) => {
    const isLast = i === sent.length - 1
    const status = statusOf(application, index, i, isLast)
    return sheet(world, application, latinName, { type, by, status, index: index + i })
  })
}

function statusOf({ row, events }: Application, index: number, i: number, isLast: boolean): DocumentStatus {
  if (row.status === 'approved') return 'verified'
  if (row.status === 'rejected') return isLast ? 'rejected' : 'verified'
  if (row.status === 'need_more_info') return isLast ? (index % 2 === 0 ? 'rejected' : 'pending') : 'verified'
  if (row.status === 'under_review' && index % 8 === 0 && isLast) return 'rejected'
  return events.length > 2 && i === 0 ? 'verified' : 'pending'
}

type Sent = { type: DocumentType; by: Date; status: DocumentStatus; index: number }

function sheet({ dice }: World, { organization, row, writes }: Application, latinName: string, sent: Sent): Sheet {
  const isPdf = sent.index % 2 === 0
  const uploadedAt = new Date(sent.by.getTime() - lengthMs(dice, MINUTE_MS, HOUR_MS))
  const { country } = organization
  const number = `${country}-${dice.digits(3)}-${dice.digits(6)}`
  return {
    row: {
      id: dice.uuid(),
      organizationId: organization.id,
      verificationId: row.id,
      type: sent.type,
      fileName: `${FILE_NAMES[LANDS[country].language][sent.type]}.${isPdf ? 'pdf' : 'png'}`,
      mediaType: isPdf ? 'application/pdf' : 'image/png',
      storageKey: randomUUID(),
      status: sent.status,
      rejectionReason: sent.status === 'rejected' ? dice.pick(PHRASES[writes].documentRejections) : null,
      uploadedAt,
    },
    sample: {
      state: STATES[country],
      title: TITLES[sent.type],
      company: latinName,
      tint: sent.index % 4,
      lines: [
        ['Registration number', organization.registrationNumber],
        ['Place', placeOf(country, sent.index).latin],
        ['Document number', number],
        ['Issued on', dayOfUtc(new Date(uploadedAt.getTime() - dice.between(3, 300) * DAY_MS))],
      ],
    },
  }
}
