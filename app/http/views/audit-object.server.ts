import { href } from 'react-router'
import { can, type Actor } from '../../domain/access'
import type { AuditFound } from '../../domain/audit/list-audit.server'
import { organizationAddress } from '../../domain/organizations/organization-address'
import { localizePseudonyms, translate } from '../../i18n/texts.server'
import type { Language } from '../../vocabulary'

type Viewer = { language: Language; actor: Pick<Actor, 'role'> }

const LISTS = {
  organizations: 'common:nav.organizations',
  verifications: 'common:nav.verifications',
  invites: 'common:nav.inviteCodes',
  users: 'common:nav.users',
  audit: 'common:nav.auditLog',
} as const

/** The name of an audit row's object, and its page where this person may open it. */
export function auditObject(row: AuditFound, { language, actor }: Viewer): { name: string; href: string | null } {
  const { objectType, objectId, organizationId, organizationName, inviteCode, objectUser, documentName } = row
  switch (objectType) {
    case 'verification':
      return {
        name: localizePseudonyms(language, organizationName ?? objectId),
        href: href('/verifications/:id', { id: objectId }),
      }
    case 'organization':
      return {
        name: localizePseudonyms(language, organizationName ?? objectId),
        href: href('/organizations/:id', { id: objectId }),
      }
    case 'invite':
      return { name: inviteCode ?? objectId, href: href('/invites/:id', { id: objectId }) }
    case 'user':
      if (objectId === 'unknown') return { name: translate(language, { key: 'audit:object.unknown' }), href: null }
      return {
        name: objectUser ? localizePseudonyms(language, objectUser) : objectId,
        href: can(actor, 'users.read') ? href('/users/:id', { id: objectId }) : null,
      }
    case 'recoveryRequest':
      return {
        name: translate(language, { key: 'audit:object.recoveryRequest' }),
        href: can(actor, 'recovery.read') ? href('/users/recovery/:requestId', { requestId: objectId }) : null,
      }
    case 'template':
      return {
        name: translate(language, { key: 'audit:object.template' }),
        href: can(actor, 'templates.edit') ? href('/settings/templates/:templateId', { templateId: objectId }) : null,
      }
    case 'document':
      return {
        name: (can(actor, 'documents.read') && documentName) || objectId,
        href:
          organizationId && can(actor, 'documents.read') ? organizationAddress(organizationId, 'documents', '') : null,
      }
    case 'invites':
    case 'session':
    case 'passkey':
    case 'device':
    case 'settings':
    case 'view':
      return { name: translate(language, { key: `audit:object.${objectType}` }), href: null }
    default:
      return { name: isList(objectId) ? translate(language, { key: LISTS[objectId] }) : objectId, href: null }
  }
}

const isList = (name: string): name is keyof typeof LISTS => Object.hasOwn(LISTS, name)
