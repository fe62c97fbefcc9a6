import { randomUUID } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import { languageContext, servicesContext } from '../../../context'
import type { Permit } from '../../../domain/access'
import { dayOf } from '../../../domain/calendar'
import type { Dated } from '../../../domain/fresh-proof'
import { listJoinable } from '../../../domain/invites/joinable.server'
import { lastDayForStaff } from '../../../domain/invites/invite'
import { typesToCreate } from '../../../domain/invite-codes/invite-rules'
import { roleAndOrganizationOf, type InviteFor } from '../../../domain/invites/invite-input'
import { previewInvitation } from '../../../domain/invites/sending/invite-message.server'
import type { Outcome } from '../../../domain/outcome'
import { formAction } from '../../../http/forms/form-action.server'
import { datedPermit } from '../../../http/sign-in/proof.server'
import { formatUtcOffset } from '../../../i18n/format'
import { waitLabel } from '../../../i18n/wait-label'
import type { TextKey } from '../../../i18n/keys'
import type { Language } from '../../../vocabulary'
import { inviteOver, listUnder } from '../addresses'
import { rolesUpTo } from '../../../domain/access'
import { previewInput } from '../../../domain/invites/sending/preview-input'
import type { CreatedInvite, CreateConflict } from '../../../domain/invites/new-code.server'

type RouteArgs = { context: Readonly<RouterContextProvider>; url: URL }
type Creating = Permit<'invites.create'>

/** Returns what the form for a new code is drawn from. */
export function inviteFormView({ context, url }: RouteArgs, { actor }: Creating) {
  const now = context.get(servicesContext).now()
  return {
    /** A form that is sent twice creates one code with it. */
    id: randomUUID(),
    types: typesToCreate(actor),
    roles: rolesUpTo(actor),
    today: dayOf(now, actor.timeZone),
    lastDayForStaff: lastDayForStaff(now, actor.timeZone),
    zone: formatUtcOffset(now, actor.timeZone),
    language: context.get(languageContext),
    closeTo: listUnder(url),
  }
}

export type InviteFormView = ReturnType<typeof inviteFormView>
type FoundOrganization = Awaited<ReturnType<typeof listJoinable>>[number]
/** The organizations that were found, and the words they were found for. */
export type FoundOrganizations = { words: string; organizations: FoundOrganization[] }

/** What a form for a new code shows when it is drawn again. */
export type InviteExtra = {
  organizations: FoundOrganization[]
  preview: { text: string; language: Language } | null
  /** This form was already accepted with other content; `made`: where its code is shown. */
  sentBefore: { made: string | null }
}

const text = (posted: FormData, name: string) => String(posted.get(name) ?? '')

/**
 * Drops an organization that was chosen from the matches of other words: the current words now say which is meant. Without words,
 * the choice stays.
 */
export function withoutStaleChoice(posted: FormData): FormData {
  const words = text(posted, 'organizationWords').trim()
  if (words !== '' && words !== text(posted, 'foundFor').trim()) posted.delete('organizationId')
  return posted
}

/** The organizations found so far, and the buttons that search for one or preview the message. */
export function inviteLookUps({ context }: RouteArgs, creating: Creating) {
  const services = context.get(servicesContext)
  return {
    extra: async (posted: FormData) => ({
      organizations: await listJoinable(services, creating, {
        words: text(posted, 'organizationWords'),
        chosenId: text(posted, 'organizationId'),
      }),
    }),
    lookUps: {
      find: () => ({}),
      preview: async (posted: FormData) => ({
        preview: await previewInvitation(services, creating, previewInput.parse(Object.fromEntries(posted))),
      }),
    },
  }
}

export const CLOSED_ORGANIZATION = {
  status: 422,
  fieldErrors: { organizationWords: 'invites:error.organizationClosed' },
} as const

/** Creates a code from a posted form; afterwards shows the code, or the list. */
export function postInvite<Schema extends z.ZodType<InviteFor>>(
  args: RouteArgs & { request: Request },
  creating: Creating,
  {
    schema,
    command,
    toast,
    failedToast,
    showsCode,
  }: {
    schema: Schema
    command: (
      allowed: Dated<'invites.create'>,
      input: z.output<Schema>,
      requestId: string,
    ) => Promise<Outcome<CreatedInvite, CreateConflict>>
    toast: TextKey
    failedToast: TextKey
    showsCode: boolean
  },
) {
  const { context, url } = args
  return formAction<Schema, CreatedInvite, CreateConflict, InviteExtra, Dated<'invites.create'>>(args, {
    readFields: withoutStaleChoice,
    schema,
    ...inviteLookUps(args, creating),
    allow: (input, posted) =>
      datedPermit(args, creating, { action: 'invite.create', role: roleAndOrganizationOf(input).role }, posted),
    command: (input, { requestId }, allowed) => command(allowed, input, requestId),
    conflict(now) {
      if (now.because === 'organization') return CLOSED_ORGANIZATION
      if (now.because === 'sent')
        return {
          seen: { id: randomUUID() },
          extra: { sentBefore: { made: now.answer && inviteOver(url, now.answer.id) } },
        }
      const values = { wait: waitLabel(now.waitMs, context.get(languageContext)) }
      return { status: 429, alert: { key: 'invites:failed.limit', values } }
    },
    done: (outcome) => ({
      to: showsCode && outcome.kind === 'done' ? inviteOver(url, outcome.value.id) : listUnder(url),
      toast,
    }),
    failed: 'invites:failed.again',
    failedToast,
  })
}
