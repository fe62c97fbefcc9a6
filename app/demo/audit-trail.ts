import type { TimelineEvent } from '../vocabulary'
import type { AuditRow } from '../db/audit/audit'
import type { Demo } from './demo'

const ACTS: Partial<Record<TimelineEvent, { act: string; to: string }>> = {
  review_started: { act: 'verification.start', to: 'under_review' },
  info_requested: { act: 'verification.request-info', to: 'need_more_info' },
  resubmitted: { act: 'verification.resubmit', to: 'pending' },
  approved: { act: 'verification.approve', to: 'approved' },
  rejected: { act: 'verification.reject', to: 'rejected' },
}

/** What the audit log would hold had the demonstration been lived through: the reviews, oldest first. */
export function planAudit({ applications, people }: Demo): AuditRow[] {
  const roles = new Map(people.map(({ row }) => [row.id, row.role ?? null]))
  return applications
    .flatMap(({ events }) => events)
    .flatMap((event) => {
      const done = ACTS[event.event]
      if (!done) return []
      return {
        at: event.at,
        actorId: event.actorId,
        role: roles.get(event.actorId ?? '') ?? null,
        act: done.act,
        objectType: 'verification',
        objectId: event.verificationId,
        after: { status: done.to, version: event.version },
        reason: event.words,
        requestId: 'demo',
      }
    })
    .sort((one, other) => one.at.getTime() - other.at.getTime())
}
