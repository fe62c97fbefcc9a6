import { describe, expect, it } from 'vitest'
import { loader as named } from '../../app/routes/errors/named'
import { ErrorPage } from '../../app/routes/errors/error-page'
import { serverHtml } from '../support/render'
import { answerOf, visit } from '../support/requests'
import { testServices } from '../support/services'
import { openTestDatabase } from '../support/database'
import { staff } from '../support/verifications'

const services = await testServices()
const actor = await staff(await openTestDatabase(), 'cashier', 'Daniel Brooks')

const drawn = (status: number) =>
  serverHtml(<ErrorPage failure={{ status, requestId: 'REFERENCE1', cameFrom: '/users/', unsent: null, toasts: [] }} />)

describe('the page of an error', () => {
  it.each([
    [404, 'Oops! Page Not Found!', ''],
    [500, 'Oops! Something went wrong :&#x27;)', 'We apologize for the inconvenience. Please try again later.'],
  ])('%i says what the specification says, with both ways out', async (status, title, sentence) => {
    const html = await drawn(status)
    for (const words of [title, sentence, 'Go Back', 'Back to Home']) expect(html).toContain(words)
  })
})

it.each([
  ['unauthorized', 401],
  ['forbidden', 403],
  ['not-found', 404],
  ['internal-server-error', 500],
  ['maintenance-error', 503],
  ['401', 401],
  ['403', 403],
  ['404', 404],
  ['500', 500],
  ['503', 503],
  ['whatever', 404],
  ['toString', 404],
])('/errors/%s answers %i', async (error, status) => {
  const args = visit(services, `/errors/${error}`, { actor, params: { error } })
  expect((await answerOf(() => named(args as never))).status).toBe(status)
})
