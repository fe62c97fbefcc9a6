import type { VerificationStatusOf } from '../../../domain/setup/verification-status.server'
import { isFrozen } from '../../../domain/organizations/organization-status'
import { speakAsked, speakEvent } from '../../../domain/verifications/requested-items.server'
import { relativeMoment } from '../../../i18n/moment'
import type { OrganizationStatus } from '../../../vocabulary'
import { documentView, type Reader } from '../documents/document-view.server'

/** Where an application stands, for the partner: who decided and internal notes stay with the staff. */
export function statusView({ organization, isInSetup, application }: VerificationStatusOf, reader: Reader) {
  const moment = (at: Date) => relativeMoment(at, reader.now, reader.language, reader.timeZone)
  const timeline = application?.timeline.map((event) => speakEvent(reader.language, event, application.spoken)) ?? []
  return {
    id: organization.id,
    name: organization.name,
    isInSetup,
    frozen: frozenAs(organization.status),
    statusReason: organization.statusReason,
    application: application && {
      id: application.id,
      type: application.type,
      status: application.status,
      version: application.version,
      submitted: moment(application.submittedAt),
      decided: application.reviewedAt && moment(application.reviewedAt),
      rejectionReason:
        application.rejectionReason &&
        (timeline.find(({ event }) => event === 'rejected')?.note ?? application.rejectionReason),
      requested:
        application.status === 'need_more_info' && !isFrozen(organization.status)
          ? speakAsked(reader.language, application.spoken, application.requestedChanges)
          : [],
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

const frozenAs = (status: OrganizationStatus) => (status === 'suspended' || status === 'archived' ? status : null)

export type StatusView = ReturnType<typeof statusView>
