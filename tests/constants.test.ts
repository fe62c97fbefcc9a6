import { expect, it } from 'vitest'
import { createInput } from '../app/domain/invites/invite-input'
import { INVITE_CODE_MAX_LENGTH, INVITE_CODE_PLACEHOLDER } from '../app/domain/invite-codes/invite-code'
import { readPreferences } from '../app/domain/preferences'
import { isExpired } from '../app/domain/sessions/session'
import { RETRIES } from '../app/http/queries/retries'
import { action } from '../app/routes/settings/preferences'
import { inviteList } from '../app/domain/invites/invite-list'
import { userList } from '../app/domain/users/user-list'
import { isStale } from '../app/ui/frame/network/stale'
import * as vocabulary from '../app/vocabulary'
import { visit } from './support/requests'
import { testServices } from './support/services'

const YEAR_S = 31_536_000
const WEEK_S = 604_800

const remember = async (form: Record<string, string>) =>
  (await action(visit(await testServices(), '/preferences', { form }) as never)).headers.getSetCookie()

it.each([
  ['theme', 'dark', 'vite-ui-theme'],
  ['font', 'manrope', 'font'],
  ['dir', 'rtl', 'dir'],
])('theme, font and direction are cookies of one year', async (field, value, cookie) => {
  const lines = await remember({ [field]: value })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(`${cookie}=${value};`)
  expect(lines[0]).toContain(`Max-Age=${YEAR_S}`)
})

it('every other preference is a cookie of 7 days', async () => {
  for (const [field, value] of Object.entries({ sidebar: 'collapsed', language: 'kk' }))
    expect((await remember({ [field]: value }))[0]).toContain(`Max-Age=${WEEK_S}`)
})

it('an unknown theme, font or direction is not remembered', async () => {
  expect(await remember({ theme: 'pink', font: 'papyrus', dir: 'up' })).toEqual([])
})

it('stored preferences are read, with the default for anything unknown', () => {
  const read = (cookies: Record<string, string>) => readPreferences((name) => cookies[name] ?? null)
  const defaults = { theme: 'system', font: 'inter', direction: 'ltr', isSidebarCollapsed: false }
  expect(read({})).toEqual(defaults)
  expect(read({ 'vite-ui-theme': 'pink', font: 'papyrus', dir: 'up', sidebar: 'expanded' })).toEqual(defaults)
  expect(read({ 'vite-ui-theme': 'dark', font: 'manrope', dir: 'rtl', sidebar: 'collapsed' })).toEqual({
    theme: 'dark',
    font: 'manrope',
    direction: 'rtl',
    isSidebarCollapsed: true,
  })
})

it('a token counts as expired 60 s early', () => {
  expect(isExpired(100_000, 39_999)).toBe(false)
  expect(isExpired(100_000, 40_000)).toBe(true)
})

it.each([
  [10_000, false],
  [10_001, true],
])('data loaded %d ms ago is fetched anew: %s', (ageMs, isAsked) => {
  expect(isStale(1_000_000, 1_000_000 + ageMs)).toBe(isAsked)
})

it('lists start at page 1 with 10 rows', () => {
  for (const list of [userList, inviteList])
    expect(list.read(new URL('http://localhost/?page=&pageSize=x'))).toMatchObject({ page: 1, pageSize: 10 })
})

it('an invite has at least 1 use', () => {
  const made = (maximumUses: string) =>
    createInput('2026-03-02').safeParse({
      id: '00000000-0000-4000-8000-000000000000',
      maximumUses,
      lastDay: '',
      notes: '',
      type: 'invite_logistic_provider',
    }).success
  expect([made('0'), made('1')]).toEqual([false, true])
})

it('an invite code has 18 characters, and its field takes 19', () => {
  expect(INVITE_CODE_PLACEHOLDER).toBe('INV-XXXX-XXXX-XXXX')
  expect(INVITE_CODE_MAX_LENGTH).toBe(19)
})

it('a failed query is retried 3 times', () => expect(RETRIES).toBe(3))

it('the closed lists are those of the specification', () => {
  expect(vocabulary.LANGUAGES).toEqual(['en', 'zh', 'ru', 'kk'])
  expect(vocabulary.DEFAULT_LANGUAGE).toBe('en')
  expect(vocabulary.ROLES).toEqual(['superadmin', 'admin', 'manager', 'cashier'])
  expect(vocabulary.COUNTRIES).toEqual(['KZ', 'CN', 'RU', 'US'])
  expect(vocabulary.OPERATION_MODES).toEqual(['self_operated', 'hybrid', 'independent'])
  expect(vocabulary.USER_STATUSES).toEqual(['active', 'inactive', 'invited', 'suspended'])
  expect(vocabulary.INVITE_STATUSES).toEqual(['active', 'used', 'expired'])
  expect(vocabulary.INVITE_TYPES).toEqual(['invite_to_organization', 'invite_to_user', 'invite_logistic_provider'])
  expect(vocabulary.DOCUMENT_STATUSES).toEqual(['pending', 'verified', 'rejected'])
  expect(vocabulary.ORGANIZATION_STATUSES.join(' ')).toBe(
    'draft submitted pending approved rejected active suspended archived',
  )
  expect(vocabulary.VERIFICATION_STATUSES.join(' ')).toBe('pending under_review approved rejected need_more_info')
  expect(vocabulary.TIMELINE_EVENTS.join(' ')).toBe(
    'submitted review_started approved rejected info_requested resubmitted',
  )
  expect(vocabulary.VERIFICATION_TYPES.join(' ')).toBe(
    'initial_registration business_license_renewal tax_registration_renewal bank_account_update operation_mode_change address_change legal_representative_change',
  )
  expect(vocabulary.THEMES).toEqual(['light', 'dark', 'system'])
  expect(vocabulary.FONTS).toEqual(['inter', 'manrope', 'system'])
  expect(vocabulary.DIRECTIONS).toEqual(['ltr', 'rtl'])
})
