import { storedFields, type FormValues } from '../../../domain/setup/stored-fields.server'
import type { AskedItem, VerificationStatusOf } from '../../../domain/setup/verification-status.server'
import { isFrozen } from '../../../domain/organizations/status/organization-status'
import { translateEvent } from '../../../domain/verifications/requested-items/requested-items.server'
import { translateText } from '../../../domain/verifications/templates/template-text.server'
import { formatDate } from '../../../i18n/format'
import { relativeMoment } from '../../../i18n/moment'
import type { Reader } from '../../../i18n/reader'
import type { Language, OrganizationStatus } from '../../../vocabulary'
import { statusPath } from '../addresses'
import { documentView } from '../documents/document-view.server'

/** Where an application stands, for the partner: who decided and internal notes stay with the staff. */
export function statusView({ stored, organization, isInSetup, application }: VerificationStatusOf, reader: Reader) {
  const moment = (at: Date) => relativeMoment(at, reader.now, reader.language, reader.timeZone)
  const timeline = application?.timeline.map((event) => translateEvent(reader.language, event, application.items)) ?? []
  const isAsked = application?.status === 'need_more_info' && !isFrozen(organization.status)
  const asked = isAsked ? application.asked.map((one) => askedView(one, reader)) : []
  return {
    id: organization.id,
    /** Of what stands in the fields; where there are none it would tell of a decision that may be undone. */
    organizationVersion: asked.length > 0 ? stored.organization.version : null,
    name: organization.name,
    isInSetup,
    standing: standingOf(organization.status),
    frozen: frozenAs(organization.status),
    awaitsActivation: organization.status === 'approved',
    statusReason: organization.statusReason,
    values: valuesOf(application?.asked ?? [], stored),
    application: application && {
      id: application.id,
      type: application.type,
      status: application.status,
      version: application.version,
      submitted: moment(application.submittedAt),
      decided: application.reviewedAt && moment(application.reviewedAt),
      rejectionReason: rejectionReasonOf(application, reader.language),
      asked,
      others: application.others.map((other) => ({ ...other, href: statusPath(organization.id, other.id) })),
      documentsErased:
        application.documentsErasedAt && formatDate(application.documentsErasedAt, reader.language, reader.timeZone),
      documents: application.documents.map((row) => documentView(organization.id, row, reader)),
      timeline: timeline.map((event) => ({
        event: event.event,
        version: event.version,
        at: moment(event.at),
        person: event.actorRole === null ? event.actorName : null,
        note: event.event === 'approved' ? null : event.note,
        items: event.items,
      })),
    },
  }
}

/** Why it was rejected, in the reviewer's words; those of a template in the reader's language. */
export function rejectionReasonOf(
  { timeline, items, rejectionReason }: NonNullable<VerificationStatusOf['application']>,
  language: Language,
): string | null {
  const rejected = timeline.find(({ event }) => event === 'rejected')
  return rejectionReason && ((rejected && translateEvent(language, rejected, items).note) ?? rejectionReason)
}

/** What the fields that were opened hold now. */
const valuesOf = (asked: readonly AskedItem[], stored: VerificationStatusOf['stored']): FormValues =>
  Object.assign(
    {},
    ...asked.map(({ place }) => {
      if (place.kind !== 'fields') return {}
      const all = storedFields(place.step, stored)
      return place.isWhole ? all : Object.fromEntries(place.names.map((name) => [name, all[name]]))
    }),
  )

const askedView = ({ text, row, place, documents }: AskedItem, { language }: Reader) => ({
  text: row ? translateText(language, row.text, row) : text,
  place,
  documents: documents.map(({ id, fileName, status }) => ({ id, fileName, isRemovable: status === 'pending' })),
})

export type AskedView = ReturnType<typeof askedView>

/** The status of the organization where it says more than that of the application. */
const standingOf = (status: OrganizationStatus) => (status === 'active' || isFrozen(status) ? status : null)

const frozenAs = (status: OrganizationStatus) => (isFrozen(status) ? status : null)

export type StatusView = ReturnType<typeof statusView>
