import { beforeEach, describe, expect, it } from 'vitest'
import { deliverDue } from '../../../app/domain/messages/outbox.server'
import * as signIn from '../../../app/routes/sign-in/sign-in'
import * as signOut from '../../../app/routes/sign-in/sign-out'
import * as verify from '../../../app/routes/sign-in/verify'
import * as signUp from '../../../app/routes/join/sign-up'
import * as signUpCode from '../../../app/routes/join/sign-up-code'
import * as useInvite from '../../../app/routes/join/use-invite'
import { BROKEN, breakAfterCommit, breakDatabase } from '../../support/broken'
import { emptyTables, openTestDatabase } from '../../support/database'
import { addInvite } from '../../support/invites'
import { addUser } from '../../support/people'
import { browserWith, type Jar } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'
import { MINUTE_MS } from '../../../app/durations'
import * as inviteUser from '../../../app/routes/users/invite'
import { signedInStaff } from '../../support/signed-in'

const CODE = 'INV-7K4M-9QXT-2B8D'

const db = await openTestDatabase()
let services: TestServices
let jar: Jar
beforeEach(async () => {
  await emptyTables(db)
  services = await testServices()
  jar = new Map()
  await addUser(db)
  await addInvite(db, { code: CODE })
})

const { post } = browserWith(
  () => services,
  () => jar,
)
const phone = '+77010000003'
const PERSON = { name: 'Aset', phone: '+77017654321', language: 'kk', channel: 'sms', terms: 'accepted' }

/** The pages that send or verify a code, and what their toast says when that fails. */
const ACTS: { path: string; route: Parameters<typeof post>[0]; form: Record<string, string>; says: string }[] = [
  { path: '/sign-in', route: signIn, form: { phone, channel: 'sms' }, says: 'Failed to send code' },
  { path: '/verify', route: verify, form: { phone, channel: 'sms', intent: 'resend' }, says: 'Failed to send code' },
  { path: '/sign-up', route: signUp, form: PERSON, says: 'Failed to send code' },
  {
    path: '/sign-up/code',
    route: signUpCode,
    form: { intent: 'resend', channel: 'sms' },
    says: 'Failed to send code',
  },
  { path: '/use-invite', route: useInvite, form: { code: CODE }, says: 'Failed to verify invite code' },
]

describe.each(ACTS)('$path, when the database breaks', ({ path, route, form, says }) => {
  it.each(BROKEN)('answers %i and says what failed', async (status, error) => {
    await post(useInvite, '/use-invite', { code: CODE })
    if (path === '/sign-up/code') await post(signUp, '/sign-up', PERSON)
    breakDatabase(services, error)
    expect(await post(route, path, form)).toMatchObject({ status, body: { toast: { type: 'error', text: says } } })
  })
})

it('the right code signs the person in even when their start page cannot be read', async () => {
  await post(signIn, '/sign-in', { phone, channel: 'sms' })
  await deliverDue(services)
  const code = /\d{6}/.exec(services.delivered.at(-1)?.text ?? '')?.[0] ?? ''
  breakAfterCommit(services, Object.assign(new Error('away'), { code: '57014' }))
  const answer = await post(verify, '/verify', { phone, intent: 'verify', code })
  expect([answer.status, answer.location]).toEqual([302, '/'])
  expect([...jar.keys()]).toContain('auth-storage')
})

it('signing out removes the session cookie even when the database is down', async () => {
  await post(signIn, '/sign-in', { phone, channel: 'sms' })
  await deliverDue(services)
  const code = /\d{6}/.exec(services.delivered.at(-1)?.text ?? '')?.[0] ?? ''
  await post(verify, '/verify', { phone, intent: 'verify', code })
  expect([...jar.keys()]).toContain('auth-storage')
  breakDatabase(services, Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
  expect(await post(signOut, '/sign-out', {})).toMatchObject({ status: 302, location: '/sign-in' })
  expect([...jar.keys()]).not.toContain('auth-storage')
  expect(services.reported).toHaveLength(1)
})

describe('an action that asks for fresh proof, when the database breaks', () => {
  const typed = { username: 'New One', phone: '+77019998877', language: 'en', role: 'admin' }
  const form = { id: '0190a5c2-5a4e-7c3b-8f21-3d1f0b6a9c77', ...typed }
  it.each([
    ['send-sms', 'Failed to send code'],
    ['', 'Operation failed, please try again'],
  ])('reports the failure of “%s” and keeps the form as it was typed', async (proof, text) => {
    const actor = await signedInStaff(db, services, 'superadmin', 'Ержан Төлеген')
    services.clock.advance(20 * MINUTE_MS)
    breakDatabase(services, new Error('broken'))
    expect(await post(inviteUser, '/users/invite', { ...form, proof }, { actor })).toMatchObject({
      status: 500,
      body: { result: { initialValue: typed }, toast: { type: 'error', text } },
    })
  })
})
