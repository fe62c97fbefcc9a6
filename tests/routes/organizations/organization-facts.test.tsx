import { parse } from 'node-html-parser'
import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../../app/domain/access'
import Detail, { loader } from '../../../app/routes/organizations/detail'
import { emptyTables, openTestDatabase } from '../../support/database'
import { organizationDialogs } from '../../support/organization-dialogs'
import { pageHtml } from '../../support/render'
import { reviewers } from '../../support/reviews'
import { testServices, type TestServices } from '../../support/services'
import { organization } from '../../support/verifications'

const db = await openTestDatabase()
let services: TestServices
let admin: Actor
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  ;({ admin } = await reviewers(db))
})

const { call } = organizationDialogs(db, () => ({ services }))
/** The value beside each label of a tab. */
async function factsOn(id: string, tab: string) {
  const { body } = await call(loader, `/organizations/${id}?tab=${tab}`, admin, { id })
  const page = parse(await pageHtml(Detail, { loaderData: body, params: { id } }, { at: `/organizations/${id}` }))
  const pairs = page.querySelectorAll('dl.facts > div').map((fact) => {
    const text = (name: string) => fact.querySelector(name)?.text.replace(/\s+/g, ' ').trim() ?? ''
    return [text('dt'), text('dd')] as const
  })
  return Object.fromEntries(pairs)
}

it('each fact of an organization is shown beside its own label', async () => {
  const { id } = await organization(db, {
    name: 'Steppe Freight',
    legalName: 'Steppe Freight LLP',
    registrationNumber: '180440012345',
    country: 'CN',
    operationMode: 'hybrid',
    email: 'office@steppe.example',
    phone: '+77272000001',
    address: 'Abay Avenue 10',
    bankName: 'Kaspi',
    bankAccount: 'KZ11',
    representativeName: 'Павел',
    representativeDocument: 'N 1',
    pickupCountries: ['KZ'],
    deliveryCountries: ['RU', 'US'],
    serviceTypes: ['standard', 'express'],
    autoAcceptOrders: true,
    orderTimeoutMinutes: 45,
    allowCod: false,
    maxWeightKg: 1200,
    maxSizeCm: 310,
    is247Service: false,
    pickupHours: '08:00–12:00',
    deliveryHours: '13:00–20:00',
    workingDays: ['mon', 'sat'],
  })
  expect(await factsOn(id, 'overview')).toMatchObject({
    'Organization name': 'Steppe Freight',
    'Legal name': 'Steppe Freight LLP',
    'Registration number': '180440012345',
    Country: 'China',
    'Operation mode': 'Hybrid',
    Status: 'Pending',
    Email: 'office@steppe.example',
    Phone: '+7 7272 00 00 01',
    Address: 'Abay Avenue 10',
    Bank: 'Kaspi',
    'Account number': 'KZ11',
    'Legal representative': 'Павел',
    'Identity document': 'N 1',
    'Time zone': 'Asia/Almaty',
    ID: id,
    'Pickup countries': 'Kazakhstan',
    'Delivery countries': 'Russia · United States',
    'Service types': 'Standard delivery · Express delivery',
    'Order timeout': '45 min',
    'Max weight': '1,200 kg',
    'Max size': '310 cm',
    'Pickup hours': '08:00–12:00',
    'Delivery hours': '13:00–20:00',
    'Working days': 'Mon · Sat',
  })
})

it.each([
  ['overview', 'autoAcceptOrders', 'Auto-accept orders'],
  ['overview', 'allowCod', 'Cash on delivery'],
  ['overview', 'is247Service', '24/7 service'],
  ['settings', 'virtualWarehouse', 'Virtual warehouse'],
  ['settings', 'platformDelivery', 'Platform delivery'],
  ['settings', 'platformCustoms', 'Platform customs clearance'],
  ['settings', 'internationalShipping', 'International shipping'],
  ['settings', 'autoDispatch', 'Auto dispatch'],
  ['settings', 'customerSelfService', 'Customer self-service'],
] as const)('the tab %s shows the setting %s as Yes only beside %s', async (tab, name, label) => {
  const { id } = await organization(db, { [name]: true })
  const told = Object.entries(await factsOn(id, tab)).filter(([, value]) => value === 'Yes')
  expect(told).toEqual([[label, 'Yes']])
})
