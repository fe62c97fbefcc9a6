import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../../app/domain/access'
import { action } from '../../../app/routes/resources/unsent'
import { answerOf, visit } from '../../support/requests'
import { testServices, type TestServices } from '../../support/services'

const ID = '0b8f2c1e-5f0a-4b3e-9d53-2f4d0c6b7a10'
let services: TestServices
beforeEach(async () => {
  services = await testServices()
})

const tell = (...paths: string[]) =>
  answerOf(() =>
    action(
      visit(services, '/unsent', {
        form: paths.map((path): [string, string] => ['path', path]),
        actor: { id: ID, role: 'cashier', timeZone: 'Asia/Almaty' } as Actor,
      }) as never,
    ),
  )

it('a form lost by the network is reported as a warning, under one fingerprint for all addresses', async () => {
  expect((await tell(`/verifications/${ID}/reject`, '/invites/new?type=a')).status).toBe(204)
  expect(services.reported).toMatchObject([
    {
      route: `/verifications/${ID}/reject`,
      method: 'POST',
      level: 'warning',
      requestId: 'REFERENCE1',
      fingerprint: ['unsent form'],
    },
    { route: '/invites/new', fingerprint: ['unsent form'] },
  ])
})

it('an unsent form with an address outside the console is reported as /', async () => {
  await tell('https://evil.example/', '//evil.example', 'x'.repeat(5000))
  expect(services.reported.map(({ route }) => route)).toEqual(['/', '/', '/'])
})

it('at most 20 unsent forms are reported at once', async () => {
  await tell(...Array.from({ length: 50 }, () => '/invites/new'))
  expect(services.reported).toHaveLength(20)
})

it('the address of an unsent form is cut to 200 characters', async () => {
  await tell(`/verifications/${'x'.repeat(500)}`)
  expect(services.reported[0]?.route).toBe(`/verifications/${'x'.repeat(185)}`)
})
