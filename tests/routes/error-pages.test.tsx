import { describe, expect, it } from 'vitest'
import { loader as named } from '../../app/routes/errors/named'
import { ErrorPage, type Failure } from '../../app/routes/errors/error-page'
import { attribute, serverHtml, tagWith } from '../support/render'
import { answerOf, visit } from '../support/requests'
import { testServices } from '../support/services'
import { openTestDatabase } from '../support/database'
import { staff } from '../support/verifications'

const services = await testServices()
const actor = await staff(await openTestDatabase(), 'cashier', 'Daniel Brooks')

const drawn = (status: number, more: Partial<Failure> = {}) =>
  serverHtml(
    <ErrorPage failure={{ status, requestId: 'REFERENCE1', cameFrom: '/users/', unsent: null, toasts: [], ...more }} />,
  )
/** The address and the style of the link with these words. */
const linkIn = (html: string, words: string) => {
  const tag = new RegExp(`<a [^>]*>${words}<`).exec(html)?.[0] ?? ''
  return tag && [attribute(tag, 'href'), tag.includes('button-primary') ? 'primary' : 'secondary']
}

describe('an error page', () => {
  it.each([
    [404, 'Oops! Page Not Found!', ''],
    [500, 'Oops! Something went wrong :&#x27;)', 'We apologize for the inconvenience. Please try again later.'],
  ])('for %i shows the specified text with Go Back and Back to Home', async (status, title, sentence) => {
    const html = await drawn(status)
    for (const words of [title, sentence, 'Go Back', 'Back to Home']) expect(html).toContain(words)
  })

  it.each([
    [404, 'Oops! Page Not Found!'],
    [405, 'The request could not be processed'],
    [499, 'The request could not be processed'],
    [500, 'Oops! Something went wrong'],
    [502, 'Oops! Something went wrong'],
    [0, 'Oops! Something went wrong'],
  ])('for status %i, with a text of its own or without, is titled “%s”', async (status, title) => {
    expect(await drawn(status)).toContain(title)
  })

  it('leads back to the page before, or home, and shows the reference number when there is one', async () => {
    const html = await drawn(404)
    expect(linkIn(html, 'Go Back')).toEqual(['/users/', 'secondary'])
    expect(linkIn(html, 'Back to Home')).toEqual(['/', 'primary'])
    expect(html).toContain('REFERENCE1')
    expect(linkIn(await drawn(404, { cameFrom: null }), 'Go Back')).toEqual(['/', 'secondary'])
    expect(await drawn(404, { requestId: null })).not.toContain('REFERENCE1')
  })

  it('offers sign-in as the first choice for 401, and not at all for other statuses', async () => {
    const html = await drawn(401)
    expect(linkIn(html, 'Sign in')).toEqual(['/sign-in?redirect=%2Fusers%2F', 'primary'])
    expect(linkIn(html, 'Back to Home')).toEqual(['/', 'secondary'])
    for (const status of [403, 404, 500]) expect(linkIn(await drawn(status), 'Sign in')).toBe('')
  })

  it('offers unsent input for sending again and says so in place of the usual sentence of the status', async () => {
    const unsent = { action: '/users/invite', fields: [['username', 'Li "Wei"'] as [string, string]] }
    const html = await drawn(503, { unsent })
    expect(tagWith(html, '<form', 'method="post"')).toContain('action="/users/invite"')
    expect(tagWith(html, 'type="hidden"', 'name="username"')).toContain('value="Li &quot;Wei&quot;"')
    expect(html).toContain('Your text is still on this page.')
    expect(html).not.toContain('The service will be back shortly.')
    expect(linkIn(html, 'Back to Home')).toEqual(['/', 'secondary'])
    expect(await drawn(503)).toContain('The service will be back shortly.')
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
