import type { findOrganization } from '../../domain/organizations/organization-detail.server'
import { formatPhone } from '../../domain/phones/phone.server'
import { formatAmount, formatCountry, formatNumber } from '../../i18n/format'
import { LANGUAGE_NAMES } from '../../i18n/languages'
import { dayMoment } from '../../i18n/moment'
import type { Reader } from '../../i18n/reader'

type Organization = NonNullable<Awaited<ReturnType<typeof findOrganization>>>

/** Returns an organization as its page shows it: figures, countries and times in words. */
export function organizationView(organization: Organization, { language, timeZone }: Omit<Reader, 'now'>) {
  const countries = (codes: readonly string[]) => codes.map((code) => formatCountry(code, language))
  return {
    ...organization,
    statusChange: organization.statusChange && {
      name: organization.statusChange.name,
      at: dayMoment(new Date(organization.statusChange.at), language, timeZone),
    },
    phone: organization.phone && formatPhone(organization.phone),
    createdAt: dayMoment(organization.createdAt, language, timeZone),
    country: formatCountry(organization.country, language),
    pickupCountries: countries(organization.pickupCountries),
    deliveryCountries: countries(organization.deliveryCountries),
    orderTimeout: formatAmount(organization.orderTimeoutMinutes, 'minute', language),
    maxWeight: formatAmount(organization.maxWeightKg, 'kilogram', language),
    maxSize: formatAmount(organization.maxSizeCm, 'centimeter', language),
    defaultLocale: LANGUAGE_NAMES[organization.defaultLocale],
    counts: {
      contacts: formatNumber(organization.branchCount, language),
      brands: formatNumber(organization.brandCount, language),
      documents: formatNumber(organization.documentCount, language),
    },
  }
}

export type OrganizationView = ReturnType<typeof organizationView>
