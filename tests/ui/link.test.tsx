import { Form as RouterForm, Link as RouterLink } from 'react-router'
import { describe, expect, it } from 'vitest'
import { Form, Link } from '../../app/ui/link'
import { serverHtml } from '../support/render'

const AT = '/organizations/1/settings?tab=brands'
const ADDRESSES = [
  '/',
  '/invites',
  '/verifications/',
  '/invites?type=a&type=b',
  '/invites/new?q=%D0%B0&note=a/../b#end',
  '/users#row-1',
  '/organizations/1.5',
  // Addresses that the router rewrites.
  '',
  '.',
  '..',
  '../edit',
  'new',
  '?page=2',
  '#main',
  '/invites?',
  '/invites#',
  '/invites?#',
  '//invites',
  '/invites//new',
  '/invites/../users',
  '/invites/./new/',
  '/.well-known',
  '/invites\\new',
  '/a b',
  'https://example.com/a?b#c',
  'mailto:somebody@example.com',
]
const LOOKS = [
  {},
  { className: 'link', title: 'Ты “и” я <b>', 'aria-current': 'page' as const, lang: 'ru' },
  { prefetch: 'intent' as const, preventScrollReset: true, replace: true, state: { from: 'here' } },
  { reloadDocument: true, target: '_blank', rel: 'next' },
  { discover: 'none' as const, relative: 'path' as const, viewTransition: true, onClick: () => {} },
]

describe('links and forms rendered on the server', () => {
  it.each(ADDRESSES)('to “%s” are the same as those of the router', async (to) => {
    for (const look of LOOKS) {
      const drawn = await serverHtml(<Link to={to} {...look} children="Further" />, { at: AT })
      expect(drawn).toBe(await serverHtml(<RouterLink to={to} {...look} children="Further" />, { at: AT }))
    }
    for (const method of [undefined, 'get', 'post', 'POST'] as const) {
      const form = { action: to, method, className: 'form', role: 'search', noValidate: true, replace: true, id: 'f' }
      const drawn = await serverHtml(<Form {...form} children="Send" />, { at: AT })
      expect(drawn).toBe(await serverHtml(<RouterForm {...form} children="Send" />, { at: AT }))
    }
  })

  it('are the same too when the address is an object or missing', async () => {
    const to = { pathname: '/invites', search: '?page=2', hash: '#end' }
    expect(await serverHtml(<Link to={to} />, { at: AT })).toBe(await serverHtml(<RouterLink to={to} />, { at: AT }))
    expect(await serverHtml(<Form method="post" />, { at: AT })).toBe(
      await serverHtml(<RouterForm method="post" />, { at: AT }),
    )
  })
})
