import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PlainFrame } from '../../app/ui/frame/plain/plain-frame'
import { DialogActions, DialogRoute } from '../../app/ui/dialogs/dialog-route'
import { CopyMenuButton } from '../../app/ui/copy-button'
import { RowMenu, WasOpened } from '../../app/ui/menu'
import { Frame } from '../../app/ui/frame/frame'
import { isolateName } from '../../app/i18n/isolate-name'
import { ErrorBody } from '../../app/routes/errors/error-page'
import { Toaster, withNewer } from '../../app/ui/frame/toaster'
import { attribute, serverHtml, tagWith } from '../support/render'

describe('a dialog', () => {
  const dialog = (
    <DialogRoute
      title="Reject application"
      description="The partner is told the reason."
      closeTo="/verifications?page=2"
    >
      <form method="post">
        <textarea name="reason" />
        <DialogActions closeTo="/verifications?page=2">
          <button type="submit">Reject application</button>
        </DialogActions>
      </form>
    </DialogRoute>
  )

  it('is complete in the server HTML, with a name and a description', async () => {
    const html = await serverHtml(dialog)
    const content = tagWith(html, 'role="dialog"')
    expect(html).toContain('name="reason"')
    expect(html).toMatch(new RegExp(`<h1 id="${attribute(content, 'aria-labelledby')}"[^>]*>Reject application</h1>`))
    expect(html).toMatch(
      new RegExp(`<p id="${attribute(content, 'aria-describedby')}"[^>]*>The partner is told the reason.</p>`),
    )
  })

  it('closes by links that keep the search params of the list', async () => {
    const html = await serverHtml(dialog)
    expect(html.match(/href="\/verifications\?page=2"/g)).toHaveLength(2)
  })

  it('needs no inline style, which the content security policy forbids', async () => {
    expect(await serverHtml(dialog)).not.toContain('style=')
  })
})

it('a menu renders script-only items once it was opened, never on the server', async () => {
  const copy = <CopyMenuButton value="7" label="Copy ID" copied="Copied" />
  expect(await serverHtml(<RowMenu label="Actions">{copy}</RowMenu>)).not.toContain('Copy ID')
  expect(await serverHtml(<WasOpened value>{copy}</WasOpened>)).toContain('Copy ID')
})

it('the sign-in link of a page that needs signing in leads back to it', async () => {
  const failure = { status: 401, requestId: null, cameFrom: '/invites/?q=a', unsent: null, toasts: [] }
  expect(await serverHtml(<ErrorBody failure={failure} />)).toContain('href="/sign-in?redirect=%2Finvites%2F%3Fq%3Da"')
})

describe('toasts', () => {
  it('are in the server HTML: errors in the alert region, others in the status region', async () => {
    const toasts = [
      { type: 'success', text: 'Invite code created' },
      { type: 'error', text: 'Failed to send code' },
    ] as const
    const html = await serverHtml(<Toaster toasts={toasts} />)
    const [status, alert] = html.split('role="alert"')
    expect(status).toContain('role="status"')
    expect(status).toContain('Invite code created')
    expect(alert).toContain('Failed to send code')
  })

  it('name the object beside what was done to it', async () => {
    const toasts = [{ type: 'success', text: 'Application rejected', detail: 'Жібек Жолы' }] as const
    expect(await serverHtml(<Toaster toasts={toasts} />)).toMatch(
      /<span>Application rejected<\/span> <span[^>]*>Жібек Жолы</,
    )
  })

  it('mark names in their sentences with the language of the name', async () => {
    const toasts = [
      { type: 'success', text: `Document verified: ${isolateName('Қазақстан лицензиясы.pdf')}.` },
    ] as const
    expect(await serverHtml(<Toaster toasts={toasts} />)).toContain(
      '<span>Document verified: <bdi lang="kk">Қазақстан лицензиясы.pdf</bdi>.</span>',
    )
  })

  it('add up, except that one about the same thread replaces the earlier one', () => {
    const toast = (text: string, thread?: string) => ({ type: 'success', text, thread }) as const
    const texts = (...acts: ReturnType<typeof toast>[][]) =>
      acts.reduce((before, newer) => withNewer(before, newer), []).map(({ text }) => text)
    const rejected = toast('Application rejected', 'one')
    expect(texts([toast('Verified')], [rejected], [toast('Undone', 'one')])).toEqual(['Verified', 'Undone'])
    expect(texts([rejected], [toast('Undone', 'other')])).toEqual(['Application rejected', 'Undone'])
    expect(texts([toast('Verified')], [toast('Verified')])).toEqual(['Verified', 'Verified'])
  })

  it('leave after 5000 ms', () => {
    expect(readFileSync('app/app.css', 'utf8')).toContain('--toast-ms: 5000ms;')
  })

  it('keep both regions in the page when there is nothing to say', async () => {
    const html = await serverHtml(<Toaster toasts={[]} />)
    expect(html).toContain('role="status"')
    expect(html).toContain('role="alert"')
  })
})

describe('the frames', () => {
  const groups = [
    { label: 'Invite codes', items: [{ to: '/invites/', label: 'Invite codes', icon: 'ticket' }] },
  ] as const
  const frame = (
    <Frame brand="Gatehouse" groups={groups} toasts={[]}>
      Invites
    </Frame>
  )

  it('omit a menu heading whose only entry has the same name', async () => {
    const more = [...groups, { label: 'People', items: [{ to: '/users/', label: 'Users', icon: 'users' }] }] as const
    const html = await serverHtml(
      <Frame brand="Gatehouse" groups={more} toasts={[]}>
        Invites
      </Frame>,
    )
    const headings = [...html.matchAll(/<p class="sidebar-label"[^>]*>([^<]*)</g)].map(([, label]) => label)
    expect(headings).toEqual(['People'])
    expect(html.match(/>Invite codes</g)).toHaveLength(1)
  })

  it('begin with a skip link past the navigation', async () => {
    const plain = <PlainFrame brand="Gatehouse">Terms</PlainFrame>
    for (const shown of [frame, plain]) {
      const html = await serverHtml(shown)
      expect(html.indexOf('<a ')).toBe(html.indexOf('<a href="#main"'))
      expect(html).toContain('<main id="main"')
    }
  })

  it('mark the current entry, also on pages below it, and open the drawer without scripts', async () => {
    for (const at of ['/invites/', '/invites', '/Invites', '/invites/new'])
      expect(tagWith(await serverHtml(frame, { at }), 'sidebar-link')).toContain('aria-current="page"')
    const elsewhere = await serverHtml(frame, { at: '/users/' })
    expect(tagWith(elsewhere, 'sidebar-link')).not.toContain('aria-current')
    expect(attribute(tagWith(elsewhere, 'topbar-menu'), 'popoverTarget')).toBe(
      attribute(tagWith(elsewhere, 'popover="auto"'), 'id'),
    )
  })
})
