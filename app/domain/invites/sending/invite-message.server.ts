import { href } from '../../../addresses'
import type { SealedCode } from '../../../db/schema/sealed-code'
import { formatDate } from '../../../i18n/format'
import { translate } from '../../../i18n/texts.server'
import type { Services } from '../../../services.server'
import { type InviteChannel, type InviteType, type Language, type Role, LANGUAGES } from '../../../vocabulary'
import { lastUsableInstant, personalExpiry } from '../invite'
import { INVITE_CODE_PLACEHOLDER } from '../../invite-codes/invite-code'
import { codeForRecipient } from '../../invite-codes/show-code.server'
import { findJoinable } from '../../../db/invites/invite-detail'
import type { Permit } from '../../access'
import { fittingText } from '../../messages/fitting-text'
import { mayCreate, typesToCreate } from '../../invite-codes/invite-rules'
import { CUSTOM_MESSAGE_MAX_LENGTH } from '../invite'
import { rolesUpTo } from '../../access'
import type { PreviewInput } from './preview-input'
import { isUuid } from '../../../uuid'

export const INVITE_MESSAGES: Record<InviteChannel, string> = { email: 'invite_email', whatsapp: 'invite_whatsapp' }

/** The content of an invitation. `expiresAt` is the end of the last day in `timeZone`. */
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
  const params = new URLSearchParams({ code, ...(language && { lng: language }) })
  return `${env.publicOrigin}${href('/use-invite')}?${params.toString()}`
}

/** An invitation with as much of the sender's own words as the channel takes beside its link and code. */
export function writeFittingInvitation(
  services: Pick<Services, 'env'>,
  language: Language,
  channel: InviteChannel,
  invitation: Invitation,
) {
  const whole = writeInvitation(services, language, invitation)
  const { customMessage: words } = invitation
  const fitting = words && fittingText(words, channel, whole.text.length - words.length)
  return fitting === words ? whole : writeInvitation(services, language, { ...invitation, customMessage: fitting })
}

/** Writes an invitation in the recipient's language, as plain text without markup. */
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
    text: paragraphs.filter((paragraph) => paragraph !== null).join('\n\n'),
  }
}

/** What the recipient would read, with a placeholder for the code. */
export async function previewInvitation(services: Services, { actor }: Permit<'invites.create'>, draft: PreviewInput) {
  const type = typesToCreate(actor).find((known) => known === draft.type) ?? typesToCreate(actor)[0]
  if (type === undefined) return null
  const isIntoOrganization = type === 'invite_to_organization' && mayCreate(actor, type, null)
  const organization =
    isIntoOrganization && isUuid(draft.organizationId) ? await findJoinable(services.db, draft.organizationId) : null
  const language = LANGUAGES.find((known) => known === draft.language) ?? actor.language
  const { text } = writeFittingInvitation(services, language, draft.channel, {
    type,
    role: type === 'invite_to_user' ? (rolesUpTo(actor).find((known) => known === draft.role) ?? null) : null,
    organizationName: isIntoOrganization ? (organization?.name ?? '…') : null,
    inviter: actor.username,
    customMessage: draft.customMessage.trim().slice(0, CUSTOM_MESSAGE_MAX_LENGTH) || null,
    code: null,
    ...personalExpiry(type, services.now(), actor.timeZone),
  })
  return { text, language }
}
