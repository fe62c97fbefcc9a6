import type { HistoryEvent } from '../vocabulary'
import type { AuditRow } from '../db/audit/audit'
import type { Demo } from './demo'

const AUDIT_ACTIONS: Partial<Record<HistoryEvent, { action: string; to: string }>> = {
  review_started: { action: 'verification.start', to: 'under_review' },
  info_requested: { action: 'verification.request-info', to: 'need_more_info' },
  resubmitted: { action: 'verification.resubmit', to: 'pending' },
  approved: { action: 'verification.approve', to: 'approved' },
  rejected: { action: 'verification.reject', to: 'rejected' },
}

/** The audit log of the demo's reviews, as if they had happened, oldest first. */
export function planAudit({ applications, people }: Demo): AuditRow[] {
  const roles = new Map(people.map(({ row }) => [row.id, row.role ?? null]))
  return applications
    .flatMap(({ events }) => events)
    .flatMap((event) => {
      const done = AUDIT_ACTIONS[event.event]
      if (!done) return []
      return {
        at: event.at,
        actorId: event.actorId,
        role: roles.get(event.actorId ?? '') ?? null,
        action: done.action,
        objectType: 'verification',
        objectId: event.verificationId,
        after: { status: done.to, version: event.version },
        reason: event.note,
        requestId: 'demo',
      }
    })
    .sort((one, other) => one.at.getTime() - other.at.getTime())
}
