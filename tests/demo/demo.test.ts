import { and, asc, eq, inArray, isNotNull, like } from 'drizzle-orm'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditLog } from '../../app/db/schema/audit'
import { documents } from '../../app/db/schema/documents'
import { facts } from '../../app/db/schema/facts'
import { invites, redemptions } from '../../app/db/schema/invites'
import { messages } from '../../app/db/schema/messages'
import { branches, organizations } from '../../app/db/schema/organizations'
import { submissions } from '../../app/db/schema/reviews'
import { users } from '../../app/db/schema/users'
import { timelineEvents, verifications } from '../../app/db/schema/verifications'
import { selectRecovery } from '../../app/db/users/recovery'
import { planDemo } from '../../app/demo/demo'
import { seedDemo } from '../../app/demo/demo.server'
import { drawPng } from '../../app/demo/documents/document-png'
import { isSeeded } from '../../app/demo/whose.server'
import { SENSITIVE_VERIFICATION_TYPES } from '../../app/domain/access'
import { notifyStaffOfRecovery } from '../../app/domain/users/recovery/notify-of-recovery.server'
import { LIKELIHOODS } from '../../app/domain/users/recovery/recovery-list'
import { VERIFICATION_ACTIONS } from '../../app/domain/verifications/verification-actions'
import * as vocabulary from '../../app/vocabulary'
import { tidyUp } from '../../app/domain/jobs/tidy-up.server'
import { prepareData } from '../../edge/serve'
import { emptyTables, openTestDatabase } from '../support/database'
import { opened } from '../support/invites'
import { readPdf, readPng } from '../support/document-files'
import { testEnv, testServices } from '../support/services'
import { DAY_MS } from '../../app/durations'

const OPEN: vocabulary.VerificationStatus[] = ['pending', 'under_review', 'need_more_info']
const db = await openTestDatabase()
const services = await testServices()

beforeAll(async () => {
  await emptyTables(db)
  await seedDemo(services)
})

const groupBy = <Item>(items: Item[], key: (item: Item) => string) => {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return groups
}
const setOf = <Item>(items: Item[]) => new Set(items)
const histories = async () => {
  const events = await db.select().from(timelineEvents).orderBy(asc(timelineEvents.version))
  const byVerification = groupBy(events, (event) => event.verificationId)
  const rows = await db.select().from(verifications)
  return rows.map((row) => ({ row, events: byVerification.get(row.id) ?? [] }))
}

it('the demo data is the same on every day and at every hour, except for its times', () => {
  const planAt = (hour: number) =>
    JSON.stringify(
      planDemo(new Date(Date.UTC(2026, 2, 20 + hour, hour, 10)), 7),
      (key, value: unknown) =>
        key === 'storageKey'
          ? 'new each time'
          : typeof value === 'string'
            ? value.replaceAll(/\d{4}-\d\d-\d\d(T[\d:.]+Z)?/g, 'time')
            : value,
      1,
    ).split('\n')
  const first = planAt(0)
  for (let hour = 1; hour < 24; hour += 1)
    expect(
      planAt(hour).filter((line, index) => line !== first[index]),
      `at ${hour}`,
    ).toEqual([])
})

describe('the demo data', () => {
  it('has no partner with the name of a staff member', async () => {
    const rows = await db.select().from(users)
    const colleagues = setOf(rows.filter(({ role }) => role !== null).map(({ username }) => username))
    const partners = rows.filter(({ role }) => role === null).map(({ username }) => username)
    expect(partners.filter((name) => colleagues.has(name))).toEqual([])
    expect(partners.length).toBeGreaterThan(20)
  })

  it('has at least 60 organizations, in every status, country, mode and script', async () => {
    const rows = await db.select().from(organizations)
    expect(rows.length).toBeGreaterThanOrEqual(60)
    expect(setOf(rows.map(({ status }) => status))).toEqual(setOf([...vocabulary.ORGANIZATION_STATUSES]))
    expect(setOf(rows.map(({ country }) => country))).toEqual(setOf([...vocabulary.COUNTRIES]))
    expect(setOf(rows.map(({ operationMode }) => operationMode))).toEqual(setOf([...vocabulary.OPERATION_MODES]))
    for (const script of [/\p{Script=Latin}/u, /[а-яё]/iu, /[әғқңөұүһі]/iu, /\p{Script=Han}/u])
      expect(rows.some(({ name }) => script.test(name))).toBe(true)
  })

  it('has every type of verification, and every status among the mode changes and among the others', async () => {
    const rows = await db.select().from(verifications)
    expect(setOf(rows.map(({ type }) => type))).toEqual(setOf([...vocabulary.VERIFICATION_TYPES]))
    const modeChanges = rows.filter(({ type }) => type === 'operation_mode_change')
    expect(modeChanges).toHaveLength(24)
    expect(rows.length - modeChanges.length).toBeGreaterThanOrEqual(66)
    for (const some of [modeChanges, rows.filter(({ type }) => type !== 'operation_mode_change')])
      expect(setOf(some.map(({ status }) => status))).toEqual(setOf([...vocabulary.VERIFICATION_STATUSES]))
  })

  it('has every role, user status, document status and timeline event', async () => {
    const people = await db.select().from(users)
    expect(setOf(people.map(({ role }) => role))).toEqual(setOf([...vocabulary.ROLES, null]))
    expect(setOf(people.map(({ status }) => status))).toEqual(setOf([...vocabulary.USER_STATUSES]))
    const rows = await db.select().from(documents)
    expect(setOf(rows.map(({ status }) => status))).toEqual(setOf([...vocabulary.DOCUMENT_STATUSES]))
    const events = await db.select().from(timelineEvents)
    expect(setOf(events.map(({ event }) => event))).toEqual(setOf([...vocabulary.TIMELINE_EVENTS]))
  })

  it('has at least 40 invites, with every type used, expired and active', async () => {
    const rows = await db.select().from(invites)
    const statusOf = ({ usedCount, maximumUses, expiresAt }: (typeof rows)[number]) =>
      usedCount === maximumUses ? 'used' : expiresAt && services.now() >= expiresAt ? 'expired' : 'active'
    expect(rows.length).toBeGreaterThanOrEqual(40)
    expect(rows.every(({ code }) => /^INV(-[0-9A-HJKMNP-TV-Z]{4}){3}$/.test(opened(code) ?? ''))).toBe(true)
    expect(setOf(rows.map((row) => `${row.type} ${statusOf(row)}`)).size).toBe(9)
    for (const { type, role, organizationId } of rows) {
      expect(role !== null).toBe(type === 'invite_to_user')
      expect(organizationId !== null).toBe(type === 'invite_to_organization')
    }
  })

  it('has a person for each use of a code, who joined after an existing user made it', async () => {
    const people = new Map((await db.select().from(users)).map((row) => [row.id, row]))
    const uses = groupBy(await db.select().from(redemptions), ({ inviteId }) => inviteId)
    for (const invite of await db.select().from(invites)) {
      const own = uses.get(invite.id) ?? []
      expect(own).toHaveLength(invite.usedCount)
      expect(people.get(invite.createdBy ?? '')?.createdAt.getTime()).toBeLessThan(invite.createdAt.getTime())
      for (const { userId, at } of own) {
        const joined = people.get(userId)
        expect(joined?.role ?? null).toBe(invite.role)
        expect(at).toEqual(joined?.createdAt)
        expect(at.getTime()).toBeGreaterThan(invite.createdAt.getTime())
        if (invite.expiresAt) expect(at.getTime()).toBeLessThan(invite.expiresAt.getTime())
        if (invite.organizationId) expect(joined?.organizationId).toBe(invite.organizationId)
      }
    }
    expect(setOf((await db.select().from(messages)).map(({ status }) => status))).toEqual(
      setOf(['sent', 'delivered', 'failed']),
    )
  })
})

it('an open change of representative proposes another person and document number than those on record', async () => {
  const rows = await db
    .select({ held: organizations, fields: submissions.fields })
    .from(submissions)
    .innerJoin(verifications, eq(verifications.id, submissions.verificationId))
    .innerJoin(organizations, eq(organizations.id, verifications.organizationId))
    .where(and(eq(verifications.type, 'legal_representative_change'), inArray(verifications.status, OPEN)))
  expect(rows.length).toBeGreaterThan(3)
  for (const { held, fields } of rows) {
    expect(fields['representative.name']).not.toBe(held.representativeName)
    expect(fields['representative.document']).toMatch(/^N \d{8}$/)
    expect(fields['representative.document']).not.toBe(held.representativeDocument)
  }
})

it('two recovery requests wait, one very likely and one doubtful, and a start notifies nobody of them', async () => {
  const rows = await selectRecovery(db, { state: ['waiting'], sort: 'likely' }, 10, 0)
  expect(rows.map(({ likelihood }) => LIKELIHOODS[likelihood])).toEqual(['ownBrowser', 'known'])
  const phones = setOf((await db.select().from(users)).map(({ phone }) => phone))
  for (const { oldPhone, newPhone, createdAt } of rows) {
    expect([phones.has(oldPhone), phones.has(newPhone)]).toEqual([true, false])
    expect(parsePhoneNumberFromString(newPhone)?.isValid()).toBe(true)
    expect(createdAt.getTime()).toBeLessThan(services.now().getTime())
  }
  expect(await notifyStaffOfRecovery(services)).toBe(0)
})

it('superadmins made the used staff codes, several roles the unused ones, and no cashier a partner code', async () => {
  const people = new Map((await db.select().from(users)).map((row) => [row.id, row]))
  const made = (await db.select().from(invites)).map(({ type, usedCount, createdBy }) => ({
    isForStaff: type === 'invite_to_user',
    isUsed: usedCount > 0,
    by: people.get(createdBy ?? '')?.role ?? null,
  }))
  const makers = (wanted: (code: (typeof made)[number]) => boolean) => setOf(made.filter(wanted).map(({ by }) => by))
  expect(makers(({ isForStaff, isUsed }) => isForStaff && isUsed)).toEqual(setOf(['superadmin']))
  expect(makers(({ isForStaff, isUsed }) => isForStaff && !isUsed).size).toBeGreaterThan(1)
  expect(makers(({ isForStaff }) => !isForStaff).has('cashier')).toBe(false)
})

describe('people in the demo data', () => {
  it('the demo numbers belong to the agreed active staff and to a partner who sets up an organization', async () => {
    const rows = await db.select().from(users).where(like(users.phone, '+7701000000_')).orderBy(asc(users.phone))
    expect(rows.map(({ phone, role, status }) => [phone, role, status])).toEqual([
      ['+77010000001', 'superadmin', 'active'],
      ['+77010000002', 'admin', 'active'],
      ['+77010000003', 'manager', 'active'],
      ['+77010000004', 'cashier', 'active'],
      ['+77010000005', null, 'active'],
    ])
    const [own] = await db
      .select()
      .from(organizations)
      .where(eq(organizations.id, rows[4]?.organizationId ?? ''))
    expect(own?.status).toBe('draft')
  })

  it('every phone number is valid in E.164', async () => {
    const phones = [
      ...(await db.select({ phone: users.phone }).from(users)),
      ...(await db.select({ phone: organizations.phone }).from(organizations)),
      ...(await db.select({ phone: branches.phone }).from(branches)),
    ].map(({ phone }) => phone)
    const wrong = phones.filter((phone) => parsePhoneNumberFromString(phone)?.isValid() !== true)
    expect(wrong).toEqual([])
  })

  it('every e-mail address is in an .example domain', async () => {
    const rows = await db.select({ email: organizations.email }).from(organizations)
    expect(rows.filter(({ email }) => !/^[a-z0-9.]+@[a-z0-9-]+\.example$/.test(email))).toEqual([])
  })
})

describe('organizations in the demo data', () => {
  const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
  const sum = (digits: string, weights: number[]) =>
    weights.reduce((total, weight, i) => total + weight * Number(digits[i]), 0)
  const isRight: Record<vocabulary.Country, (number: string) => boolean> = {
    KZ: (number) => {
      const first = sum(number, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) % 11
      const check = first < 10 ? first : sum(number, [3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2]) % 11
      return /^\d{12}$/.test(number) && check === Number(number[11])
    },
    RU: (number) =>
      /^\d{10}$/.test(number) && (sum(number, [2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10 === Number(number[9]),
    CN: (number) => {
      const total = [...number].slice(0, 17).reduce((all, sign, i) => all + CHARACTERS.indexOf(sign) * (3 ** i % 31), 0)
      return /^[0-9A-HJ-NP-RTUWXY]{18}$/.test(number) && CHARACTERS[(31 - (total % 31)) % 31] === number[17]
    },
    US: (number) => /^\d{2}-\d{7}$/.test(number),
  }

  it('have registration numbers that pass the check of their country', async () => {
    const rows = await db.select().from(organizations)
    expect(rows.filter(({ country, registrationNumber }) => !isRight[country](registrationNumber))).toEqual([])
  })

  it('have one to four branches, exactly one of them primary', async () => {
    const rows = await db.select().from(branches)
    const groups = groupBy(rows, ({ organizationId }) => organizationId)
    expect(groups.size).toBe(await db.$count(organizations))
    for (const group of groups.values()) {
      expect(group.length).toBeLessThanOrEqual(4)
      expect(group.filter(({ isPrimary }) => isPrimary)).toHaveLength(1)
    }
  })

  it('are on trial while their registration was never approved', async () => {
    const never = ['draft', 'submitted', 'pending', 'rejected']
    const rows = await db.select().from(organizations)
    const official = rows.filter(({ status, isTrial }) => never.includes(status) && !isTrial)
    expect(official.map(({ name }) => name)).toEqual([])
  })

  it('have the status that follows from their newest initial registration', async () => {
    const rows = await db
      .select()
      .from(verifications)
      .where(eq(verifications.type, 'initial_registration'))
      .orderBy(asc(verifications.submittedAt))
    const newest = new Map(rows.map((row) => [row.organizationId, row.status]))
    for (const { id, status } of await db.select().from(organizations)) {
      const registration = newest.get(id)
      if (status === 'draft' || status === 'submitted') expect(registration).toBeUndefined()
      else if (status === 'pending') expect(OPEN).toContain(registration)
      else if (status === 'rejected') expect(registration).toBe('rejected')
      else if (status === 'archived') expect(['approved', 'rejected']).toContain(registration)
      else expect(registration).toBe('approved')
    }
  })
})

describe('verifications in the demo data', () => {
  const RULES = Object.values(VERIFICATION_ACTIONS)

  it('have legal histories that lead to their status and are counted by their version', async () => {
    for (const { row, events } of await histories()) {
      expect(events.map(({ version }) => version)).toEqual(events.map((_, i) => i + 1))
      expect(row.version).toBe(events.length)
      expect(events[0]).toMatchObject({ event: 'submitted', at: row.submittedAt })
      let status: vocabulary.VerificationStatus = 'pending'
      for (const { event } of events.slice(1)) {
        const rule = RULES.find((one) => one.event === event && (one.from as readonly string[]).includes(status))
        expect(rule, `${event} from ${status}`).toBeDefined()
        status = rule?.to ?? status
      }
      expect(status).toBe(row.status)
    }
  })

  it('have three to six events in at least 60 histories, all in order of time and before now', async () => {
    const all = await histories()
    expect(all.filter(({ events }) => events.length >= 3 && events.length <= 6).length).toBeGreaterThanOrEqual(60)
    for (const { events } of all) {
      const times = events.map(({ at }) => at.getTime())
      expect(times).toEqual([...times].sort((one, other) => one - other))
      expect(new Set(times).size).toBe(times.length)
      expect(times.at(-1)).toBeLessThan(services.now().getTime())
    }
  })

  it('are up to 9 days old when open, and up to 60 days when decided', async () => {
    for (const { row } of await histories()) {
      const ageMs = services.now().getTime() - row.submittedAt.getTime()
      expect(ageMs).toBeGreaterThanOrEqual(20 * 60_000)
      expect(ageMs).toBeLessThanOrEqual((OPEN.includes(row.status) ? 9 : 60) * DAY_MS)
    }
  })

  it('have columns that agree with their events', async () => {
    for (const { row, events } of await histories()) {
      const last = events.at(-1)
      const isDecided = !OPEN.includes(row.status)
      expect(row.reviewedAt).toEqual(isDecided ? last?.at : null)
      expect(row.rejectionReason).toBe(row.status === 'rejected' ? last?.note : null)
      if (row.status === 'rejected') expect(row.rejectionReason).toBeTruthy()
      expect(row.reviewNotes).toBe(row.status === 'approved' ? last?.note : null)
      expect(row.reviewerId === null).toBe(row.status === 'pending')
      const asked = events.findLast(({ event }) => event === 'info_requested')
      expect(row.requestedChanges).toEqual(asked?.items ?? [])
      expect(row.waitingSince).toEqual(row.status === 'need_more_info' ? last?.at : null)
      const waitedMs = events.reduce((total, { event, at }, i) => {
        const next = events[i + 1]
        return event === 'info_requested' && next ? total + next.at.getTime() - at.getTime() : total
      }, 0)
      expect(row.waitedForApplicantMs).toBe(waitedMs)
    }
  })

  it('are reviewed only by people whose role allows it', async () => {
    const roles = new Map(
      (await db.select().from(users).where(isNotNull(users.role))).map(({ id, role }) => [id, role]),
    )
    for (const { row, events } of await histories())
      for (const { event, actorId } of events) {
        const role = roles.get(actorId ?? '')
        if (event === 'submitted' || event === 'resubmitted') expect(actorId).toBe(row.submittedBy)
        else
          expect(
            SENSITIVE_VERIFICATION_TYPES.includes(row.type)
              ? ['superadmin', 'admin']
              : ['superadmin', 'admin', 'manager'],
          ).toContain(role)
      }
  })

  it('for mode changes start from the mode of the organization, and lead to it once approved', async () => {
    const modes = new Map((await db.select().from(organizations)).map(({ id, operationMode }) => [id, operationMode]))
    for (const { row } of await histories()) {
      if (row.type !== 'operation_mode_change') continue
      expect(row.requestedMode).not.toBe(row.currentMode)
      expect(row.status === 'approved' ? row.requestedMode : row.currentMode).toBe(modes.get(row.organizationId))
      expect(row.modeReason).toBeTruthy()
    }
  })

  it('have an audit row for each act of a review', async () => {
    const acts = (await histories()).reduce((total, { events }) => total + events.length - 1, 0)
    expect(await db.$count(auditLog)).toBe(acts)
  })
})

describe('documents in the demo data', () => {
  it('number two to four per verification, and are all verified when it is approved', async () => {
    const byApplication = groupBy(await db.select().from(documents), ({ verificationId }) => verificationId ?? '')
    for (const { row } of await histories()) {
      const own = byApplication.get(row.id) ?? []
      expect(own.length).toBeGreaterThanOrEqual(2)
      expect(own.length).toBeLessThanOrEqual(4)
      if (row.status === 'approved') expect(own.every(({ status }) => status === 'verified')).toBe(true)
      for (const { status, rejectionReason } of own) expect(rejectionReason !== null).toBe(status === 'rejected')
    }
  })

  it('include one verified document in an open review that has gone on, and none in a new one', async () => {
    const byApplication = groupBy(await db.select().from(documents), ({ verificationId }) => String(verificationId))
    const open = (await histories()).filter(({ row }) => row.status === 'pending' || row.status === 'under_review')
    for (const { row, events } of open) {
      const verified = byApplication.get(row.id)?.filter(({ status }) => status === 'verified')
      expect(verified, `${row.status} ${events.length}`).toHaveLength(events.length > 2 ? 1 : 0)
    }
  })

  it('have valid files of their media type, smaller than 40 kB', async () => {
    const rows = await db.select().from(documents)
    expect(services.files.size).toBe(rows.length)
    for (const { storageKey, mediaType, sizeBytes, fileName } of rows) {
      const file = Buffer.from(services.files.get(storageKey) ?? [])
      expect(file.length).toBe(sizeBytes)
      expect(file.length).toBeLessThan(40_000)
      if (mediaType === 'image/png') expect(readPng(file)).toMatchObject({ width: 800, height: 1100 })
      else expect(readPdf(file).objectCount).toBe(7)
      expect(fileName).toMatch(mediaType === 'image/png' ? /\.png$/ : /\.pdf$/)
    }
  })
})

it('a certificate image shows its state, title, company and signer', async () => {
  const lines: [string, string][] = [['Number', 'KZ-1']]
  const texts = { state: 'Republic of Kazakhstan', title: 'Tax certificate', company: 'Steppe Freight' }
  const { colorAt } = readPng(Buffer.from(await drawPng({ ...texts, tint: 0, lines })))
  const hasWords = (x: number, y: number, width: number, height: number) => {
    const found = new Set<number>()
    for (let row = y; row < y + height; row += 1)
      for (let column = x; column < x + width; column += 1) found.add(colorAt(column, row))
    return found.size > 1
  }
  for (const y of [110, 228, 345, 385]) expect(hasWords(200, y, 400, 12), `at ${y}`).toBe(true)
  expect(hasWords(110, 944, 200, 7)).toBe(true)
  expect(hasWords(110, 970, 200, 7)).toBe(false)
})

describe('seeding the demo data', () => {
  it('happens once, even when several processes start together', async () => {
    const before = await db.$count(verifications)
    await emptyTables(db)
    await Promise.all([seedDemo(services), seedDemo(services)])
    await seedDemo(services)
    expect(await isSeeded(services)).toBe(true)
    expect(await db.$count(verifications)).toBe(before)
    expect(await db.$count(facts)).toBe(1)
  })

  it('gives every organization a search key', async () => {
    await emptyTables(db)
    await prepareData(services)
    expect(await db.$count(organizations)).toBeGreaterThan(0)
    expect(await db.$count(organizations, eq(organizations.searchKey, ''))).toBe(0)
  })

  it('is not repeated at a later start, and the clean-up fills in search keys that an older version left empty', async () => {
    await db.update(organizations).set({ searchKey: '' })
    await prepareData(services)
    expect(await db.$count(organizations, eq(organizations.searchKey, ''))).toBe(await db.$count(organizations))
    await tidyUp(services)
    expect(await db.$count(organizations, eq(organizations.searchKey, ''))).toBe(0)
  })

  it('is refused in production', async () => {
    const env = { ...testEnv(), isDemo: false, isProduction: true }
    await expect(seedDemo({ ...services, env })).rejects.toThrow('demo mode only')
  })
})
