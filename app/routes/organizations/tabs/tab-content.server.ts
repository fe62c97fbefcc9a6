import { href, type RouterContextProvider } from 'react-router'
import { servicesContext } from '../../../context'
import { can, hasConflictOfInterest } from '../../../domain/access'
import { findDuplicates } from '../../../domain/organizations/duplicates.server'
import { failureReason } from '../../../domain/messages/failure-reason'
import { listMessagesOf, MESSAGES_SHOWN } from '../../../domain/organizations/organization-messages.server'
import {
  readApplicationOrder,
  type ApplicationOrder,
  type OrganizationTab,
} from '../../../domain/organizations/organization-tabs'
import { carriedSearch, organizationAddress } from '../../../domain/organizations/organization-address'
import {
  listBranches,
  listBrands,
  listOrganizationDocuments,
  listVerificationsOf,
} from '../../../domain/organizations/organization-detail.server'
import { formatPhone } from '../../../domain/phones/phone.server'
import { readPeriods } from '../../../domain/keeping/keeping.server'
import { rejectionIn } from '../../../domain/documents/rejection'
import { verificationPath } from '../../../domain/verifications/queue/verification-list'
import { readNotes } from '../../../http/views/notes.server'
import { permit } from '../../../http/sign-in/permit.server'
import { formatBytes, formatCountry, formatNumber, formatPeriod } from '../../../i18n/format'
import { LANGUAGE_NAMES } from '../../../i18n/languages'
import { nameDisambiguator } from '../../../i18n/name-disambiguator.server'
import { translate } from '../../../i18n/texts.server'
import { dayMoment, relativeMoment } from '../../../i18n/moment'
import { columnSort } from '../../../lists/column-sort'
import type { VerificationType } from '../../../vocabulary'
import { readRelated } from './related.server'
import { colorView } from './color-view.server'
import type { Reader } from '../../../i18n/reader'

type Known = Parameters<typeof findDuplicates>[2]

/** Returns what one tab shows besides the organization; reads only what that tab needs. */
export async function readTabContent(
  context: Readonly<RouterContextProvider>,
  tab: OrganizationTab,
  organization: Known,
  { language, timeZone, url }: Omit<Reader, 'now'> & { url: URL },
) {
  const organizationId = organization.id
  const services = context.get(servicesContext)
  const allowed = permit(context, 'organizations.read')
  const day = (at: Date) => dayMoment(at, language, timeZone)
  switch (tab) {
    case 'overview': {
      const order = readApplicationOrder(url.searchParams)
      const hrefOf = (by: ApplicationOrder) => organizationAddress(organizationId, tab, carriedSearch(url, by))
      const [verifications, related, duplicates] = await Promise.all([
        listVerificationsOf(services, permit(context, 'verifications.read'), organizationId, order),
        readRelated(context, organizationId, { language, timeZone }),
        findDuplicates(services, allowed, organization),
      ])
      const apart = nameDisambiguator<{ type: VerificationType; submittedAt: Date }>(
        verifications,
        language,
        ({ type }) => type,
        ({ submittedAt }) => day(submittedAt).text,
      )
      return {
        tab,
        related,
        duplicates,
        sorts: {
          submitted: columnSort(order, { rising: 'oldest', falling: 'newest', first: 'falling' }, hrefOf),
          reviewed: columnSort(order, { rising: 'reviewed-last', falling: 'reviewed', first: 'falling' }, hrefOf),
        },
        verifications: verifications.map((row) => ({
          ...row,
          apart: apart(row),
          href: verificationPath(row),
          submittedAt: day(row.submittedAt),
          reviewedAt: row.reviewedAt && day(row.reviewedAt),
        })),
      }
    }
    case 'contacts': {
      const showsContacts = can(allowed.actor, 'contacts.read')
      const branches = await listBranches(services, allowed, organizationId)
      return {
        tab,
        showsContacts,
        branches: branches.map((row) => ({ ...row, phone: row.phone && formatPhone(row.phone) })),
      }
    }
    case 'brands': {
      const brands = await listBrands(services, allowed, organizationId)
      return {
        tab,
        brands: brands.map(({ primaryColor, secondaryColor, ...brand }) => ({
          ...brand,
          primary: colorView(primaryColor, language),
          secondary: colorView(secondaryColor, language),
          countries: brand.countries.map((code) => formatCountry(code, language)),
        })),
      }
    }
    case 'documents': {
      const reading = permit(context, 'documents.read')
      const documents = await listOrganizationDocuments(services, reading, organizationId)
      return {
        tab,
        documents: documents.map(
          ({ sizeBytes, uploadedAt, verificationId, verificationType, submittedBy, rejectionTexts, ...row }) => ({
            ...row,
            rejectionReason: rejectionIn(language, { ...row, rejectionTexts }),
            size: formatBytes(sizeBytes, language),
            uploadedAt: day(uploadedAt),
            verification:
              verificationId && verificationType
                ? { type: verificationType, href: verificationPath({ id: verificationId, type: verificationType }) }
                : null,
            mayJudge: !row.isReplaced && !hasConflictOfInterest(reading.actor, { submittedBy }),
            fileHref: href('/organizations/:id/documents/:documentId/file', { id: organizationId, documentId: row.id }),
          }),
        ),
      }
    }
    case 'settings':
      return { tab }
    case 'messages': {
      const messages = await listMessagesOf(services, permit(context, 'contacts.read'), organizationId)
      const periods = await readPeriods(services.db)
      const now = services.now()
      const moment = (at: Date) => relativeMoment(at, now, language, timeZone)
      return {
        tab,
        kept: formatPeriod(periods.messages, language),
        /** Set when there may be more. */
        newest: messages.length === MESSAGES_SHOWN ? formatNumber(MESSAGES_SHOWN, language) : null,
        messages: messages.map((row) => ({
          id: row.id,
          channel: row.channel,
          to: row.channel === 'email' ? row.to : formatPhone(row.to),
          text: row.text,
          lang: row.language ?? undefined,
          language: row.language && LANGUAGE_NAMES[row.language],
          status: row.status,
          at: moment(row.deliveredAt ?? row.sentAt ?? row.createdAt),
          leaves: row.status === 'queued' && row.nextAttemptAt > now ? moment(row.nextAttemptAt) : null,
          hasFailedOnce: row.attempts > 0,
          reason: row.status === 'failed' ? translate(language, failureReason(row.lastError)) : null,
          mayResend: row.mayResend,
          resendHref: href('/organizations/:id/messages/:messageId/resend', { id: organizationId, messageId: row.id }),
        })),
      }
    }
    case 'notes': {
      permit(context, 'notes')
      const from = `${href('/organizations/:id', { id: organizationId })}?tab=notes`
      return { tab, notes: await readNotes(context, { organizationId, from }) }
    }
  }
}

export type TabContentView = Awaited<ReturnType<typeof readTabContent>>
export type ContentOf<Tab extends OrganizationTab> = Extract<TabContentView, { tab: Tab }>
