import type { Database } from '../../app/db/engine/database'
import type { Actor } from '../../app/domain/access'
import { deliverDue } from '../../app/domain/messages/outbox.server'
import { auditActions } from './audit'
import { answerOf, visit } from './requests'
import type { TestServices } from './services'
import type { ProofRequest } from '../../app/form-protocol'

export type Form = Record<string, string>
export type Handler = { action: unknown }

export const proofRequestIn = (body: unknown): ProofRequest => {
  if (!body || typeof body !== 'object' || !('proof' in body)) throw new Error(`Not asked: ${JSON.stringify(body)}`)
  return body.proof as ProofRequest
}

/** Sends forms as the superadmin of the test, and reads the delivered code that gives fresh proof. */
export function freshProof(db: Database, test: () => { services: TestServices; superadmin: Actor }) {
  const post = (module: Handler, to: { path: string; params?: Form; form: Form }, actor = test().superadmin) =>
    answerOf(() =>
      (module.action as (args: unknown) => unknown)(
        visit(test().services, to.path, { actor, params: to.params, form: to.form }),
      ),
    )
  const acts = () => auditActions(db)
  const codeDelivered = async () => {
    await deliverDue(test().services)
    return /\b\d{6}\b/.exec(test().services.delivered.at(-1)?.text ?? '')?.[0] ?? ''
  }

  return { post, acts, codeDelivered }
}
