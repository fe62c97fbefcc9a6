import type { branches, brands } from '../db/schema/organizations'
import { planApplications, type Application } from './applications'
import { COMPANIES } from './companies'
import { planInvites, type InvitePlan } from './invites'
import { planNotes, type NotePlan } from './notes'
import { planBranches, planBrands, planOrganization, type OrganizationRow } from './organizations'
import { planDocuments, type Sheet } from './documents/plan-documents'
import { planPartner, planStaff, type DemoPerson } from './people'
import { planRecovery, type RecoveryPlan } from './recovery'
import { giveRecords } from './submissions'
import { createWorld, lengthMs, type World } from './world'
import { DAY_MS, HOUR_MS } from '../durations'

/** All rows of the demonstration. */
export type Demo = InvitePlan &
  NotePlan &
  RecoveryPlan & {
    organizations: OrganizationRow[]
    people: DemoPerson[]
    branches: (typeof branches.$inferInsert)[]
    brands: (typeof brands.$inferInsert)[]
    applications: Application[]
    sheets: Sheet[]
  }

/** The same seed and instant give the same platform; only the keys of files are new each time. */
export function planDemo(now: Date, seed: number): Demo {
  const world = createWorld(now, seed)
  const staff = planStaff(world)
  const applicants = COMPANIES.map((company, index) => {
    const organization = planOrganization(world, company, index)
    return { company, organization, partner: planPartner(world, company, index, organization) }
  })
  const applications = planApplications(world, staff, applicants)
  giveRecords(
    applicants.map(({ organization }) => organization),
    applications,
  )
  const latinNames = new Map(applicants.map(({ organization, company }) => [organization.id, company.latinName]))
  for (const applicant of applicants) existBeforeApplying(world, applicant, applications)
  return {
    organizations: applicants.map(({ organization }) => organization),
    people: [...staff, ...applicants.map(({ partner }) => partner)],
    branches: applicants.flatMap(({ organization }, index) => planBranches(world, organization, index)),
    brands: applicants.flatMap(({ organization, company }, index) => planBrands(world, organization, company, index)),
    applications,
    sheets: applications.flatMap((application, index) =>
      planDocuments(world, application, latinNames.get(application.organization.id) ?? '', index),
    ),
    ...planInvites(
      world,
      staff,
      applicants.map(({ partner }) => partner),
      applicants.map(({ organization }) => organization),
    ),
    ...planNotes(world, staff, applications),
    ...planRecovery(world, staff),
  }
}

/** Moves the founding of an organization and its partner's joining to before its first application. */
function existBeforeApplying(
  { dice }: World,
  { organization, partner }: { organization: OrganizationRow; partner: DemoPerson },
  applications: Application[],
) {
  const own = applications.filter((application) => application.organization === organization)
  const firstMs = Math.min(...own.map(({ row }) => row.submittedAt.getTime()))
  if (own.length > 0) organization.createdAt = new Date(firstMs - lengthMs(dice, 2 * HOUR_MS, 6 * DAY_MS))
  partner.row.createdAt = organization.createdAt
  const { lastSignInAt } = partner.row
  if (lastSignInAt && lastSignInAt < organization.createdAt)
    partner.row.lastSignInAt = new Date(organization.createdAt.getTime() + HOUR_MS)
}
