import { useTranslation } from 'react-i18next'
import type { FormStep, TypedStep } from '../../../domain/setup/step-fields'

type FieldNames<Step extends FormStep> = Step extends FormStep ? keyof TypedStep<Step> : never
export type FieldName = FieldNames<FormStep> | 'branches'

/** What each field is called, on its form and in the list of what is wrong. */
export function useFieldLabels(): Record<FieldName, string> {
  const { t } = useTranslation(['setup', 'organizations'])
  return {
    name: t('organizations:field.name'),
    legalName: t('organizations:field.legalName'),
    registrationNumber: t('organizations:field.registrationNumber'),
    country: t('organizations:column.country'),
    operationMode: t('organizations:column.mode'),
    timeZone: t('field.timeZone'),
    email: t('organizations:field.email'),
    phone: t('organizations:field.phone'),
    address: t('organizations:field.address'),
    branches: t('step.contact'),
    branchName: t('field.branchName'),
    person: t('organizations:contact.person'),
    branchPhone: t('organizations:field.phone'),
    branchEmail: t('organizations:field.email'),
    branchAddress: t('organizations:field.address'),
    primary: t('field.primary'),
    pickupCountries: t('organizations:field.pickupCountries'),
    deliveryCountries: t('organizations:field.deliveryCountries'),
    serviceTypes: t('organizations:field.serviceTypes'),
    autoAcceptOrders: t('organizations:field.autoAccept'),
    orderTimeoutMinutes: t('organizations:field.orderTimeout'),
    allowCod: t('organizations:field.allowCod'),
    maxWeightKg: t('organizations:field.maxWeight'),
    maxSizeCm: t('organizations:field.maxSize'),
    is247Service: t('organizations:field.is247'),
    pickupFrom: t('field.pickupFrom'),
    pickupTo: t('field.pickupTo'),
    deliveryFrom: t('field.deliveryFrom'),
    deliveryTo: t('field.deliveryTo'),
    workingDays: t('organizations:field.workingDays'),
    brandName: t('field.brandName'),
    localName: t('organizations:brand.localName'),
    slogan: t('organizations:brand.slogan'),
    primaryColor: t('organizations:brand.primaryColor'),
    secondaryColor: t('organizations:brand.secondaryColor'),
    countries: t('organizations:brand.countries'),
    virtualWarehouse: t('organizations:field.virtualWarehouse'),
    platformDelivery: t('organizations:field.platformDelivery'),
    platformCustoms: t('organizations:field.platformCustoms'),
    internationalShipping: t('organizations:field.internationalShipping'),
    autoDispatch: t('organizations:field.autoDispatch'),
    customerSelfService: t('organizations:field.customerSelfService'),
    defaultLocale: t('organizations:field.defaultLocale'),
    defaultCurrency: t('organizations:field.defaultCurrency'),
  }
}
