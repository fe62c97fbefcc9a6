import { describe, expect, it } from 'vitest'
import Privacy, { loader as privacy } from '../../app/routes/legal/privacy'
import Terms, { loader as terms } from '../../app/routes/legal/terms'
import { handle as publicArea } from '../../app/routes/public'
import { pageHtml } from '../support/render'
import { visit } from '../support/requests'
import { testServices } from '../support/services'

const services = await testServices()
type Loader = (args: never) => ReturnType<typeof terms> | ReturnType<typeof privacy>
const read = async (loader: Loader, path: string) => loader(visit(services, path, { language: 'ru' }) as never)

describe.each([
  ['/terms', terms, Terms],
  ['/privacy', privacy, Privacy],
] as const)('%s', (path, loader, Page) => {
  it('links back to sign-in', async () => expect((await read(loader, path)).signInHref).toBe('/sign-in'))

  it('links back to sign-in above and below its text', async () => {
    const loaderData = await read(loader, `${path}?redirect=${encodeURIComponent('/users/')}`)
    const html = await pageHtml(Page, { loaderData }, { root: { language: 'en', toasts: [] } })
    const links = [...html.matchAll(/<a [^>]*href="\/sign-in\?redirect=%2Fusers%2F"[^>]*>(.*?)<\/a>/g)]
    expect(links.map(([, words]) => words?.replaceAll(/<[^>]*>/g, ''))).toEqual(['Back to sign-in', 'Back to sign-in'])
  })

  it('keeps the page to return to on every link', async () => {
    const links = await read(loader, `${path}?redirect=${encodeURIComponent('/users/?page=2#row')}`)
    const kept = '?redirect=%2Fusers%2F%3Fpage%3D2%23row'
    expect(links).toMatchObject({
      signInHref: `/sign-in${kept}`,
      termsHref: `/terms${kept}`,
      privacyHref: `/privacy${kept}`,
    })
  })

  it('drops a return address on another site', async () => {
    expect((await read(loader, `${path}?redirect=https://evil.example/`)).signInHref).toBe('/sign-in?redirect=%2F')
  })

  it('shows the date it took effect in the language of the page', async () => {
    expect((await read(loader, path)).inForce.text).toBe('1\u00a0мар. 2026\u00a0г.')
  })
})

it('the terms and the privacy page load no script', () => expect(publicArea.scripts).toBe(false))
