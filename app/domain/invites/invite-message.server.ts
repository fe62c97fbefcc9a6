import type { SealedCode } from '../../db/schema/sealed-code'
import { formatDate } from '../../i18n/format'
import { translate } from '../../i18n/texts.server'
import type { Services } from '../../services.server'
import type { InviteChannel, InviteType, Language, Role } from '../../vocabulary'
import { lastUsableInstant } from './invite'
import { INVITE_CODE_PLACEHOLDER } from '../invite-codes/invite-code'
import { codeForRecipient } from '../invite-codes/show-code.server'

export const INVITE_MESSAGES: Record<InviteChannel, string> = { email: 'invite_email', whatsapp: 'invite_whatsapp' }

/** What an invitation says. `expiresAt` ends the last day in `timeZone`. */
export type Invitation = {
  type: InviteType
  role: Role | null
  organizationName: string | null
  inviter: string
  customMessage: string | null
  /** Null in a preview. */
  code: SealedCode | null
  expiresAt: Date | null
  timeZone: string
}

/** The page where the code is used, with the code filled in; in the recipient's language when it is known. */
export function joinLink({ env }: Pick<Services, 'env'>, code: string, language?: Language): string {
  const link = new URL('/use-invite', env.publicOrigin)
  link.searchParams.set('code', code)
  if (language) link.searchParams.set('lng', language)
  return link.href
}

/** The words of an invitation in the recipient's language, as plain text; nothing of it is markup. */
export function writeInvitation(services: Pick<Services, 'env'>, language: Language, invitation: Invitation) {
  const { type, inviter, customMessage, expiresAt, timeZone } = invitation
  const code = invitation.code ? codeForRecipient(invitation.code) : INVITE_CODE_PLACEHOLDER
  const translateKey = (key: Parameters<typeof translate>[1]['key'], values: Record<string, string> = {}) =>
    translate(language, { key, values })
  const named = {
    inviter,
    organization: invitation.organizationName ?? '',
    role: invitation.role ? translateKey(`common:role.${invitation.role}`) : '',
  }
  const paragraphs = [
    translateKey('invites:message.greeting'),
    translateKey(`invites:message.${type}`, named),
    customMessage ? translateKey('invites:message.words', { inviter, message: customMessage }) : null,
    translateKey('invites:message.link', { link: joinLink(services, code, language) }),
    translateKey('invites:message.code', { code }),
    expiresAt
      ? translateKey('invites:message.lastDay', { day: formatDate(lastUsableInstant(expiresAt), language, timeZone) })
      : null,
    translateKey('invites:message.ignore'),
  ]
  return {
    subject: translateKey('invites:message.subject'),
    text: paragraphs.filter((words) => words !== null).join('\n\n'),
  }
}
