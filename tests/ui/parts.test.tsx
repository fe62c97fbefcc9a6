import { createElement, type ComponentType } from 'react'
import { describe, expect, it } from 'vitest'
import { Callout } from '../../app/ui/callout'
import { EventPerson } from '../../app/ui/event-person'
import { FileStateBadge } from '../../app/ui/file-state-badge'
import { PageHead } from '../../app/ui/frame/page-head'
import { Frame } from '../../app/ui/frame/frame'
import { LanguageMenu, SidebarSwitch, ThemeMenu } from '../../app/ui/frame/preference-menus'
import { DataTable } from '../../app/ui/lists/data-table'
import { FilterMenu } from '../../app/ui/lists/filter-menu'
import { ListPages } from '../../app/ui/lists/list-pages'
import { NotesPanel } from '../../app/ui/notes/notes-panel'
import { Panel } from '../../app/ui/panel'
import { SessionsPanel } from '../../app/ui/sessions-panel'
import { Stat } from '../../app/ui/stat'
import { Tabs } from '../../app/ui/tabs'
import { Timeline, eventNote } from '../../app/ui/timeline'
import { attribute, serverHtml, tagWith } from '../support/render'

const words = (html: string) => html.replaceAll(/<[^>]*>/g, '')
/** The server HTML of a part of a page, given only the props that the test is about. */
const draw = <Props extends object>(part: ComponentType<Props>, props: object, at = '/') =>
  serverHtml(createElement(part, props as Props), { at })
const at = { at: '2026-03-02T09:00:00Z', text: '2 hours ago', exact: 'Mar 2, 2026' }

describe('a figure', () => {
  it.each([
    ['up', '#arrow-up'],
    ['down', '#arrow-down'],
  ] as const)('that went %s shows it by an arrow', async (direction, sign) => {
    const html = await serverHtml(<Stat label="Users" value="5" change={{ text: '3 in a week', direction }} />)
    expect(html).toContain(sign)
    expect(html).toContain('3 in a week')
  })

  it('that did not change has no arrow, and only one with an address is a link', async () => {
    const still = <Stat label="Users" value="5" change={{ text: 'No change', direction: 'none' }} />
    expect(await serverHtml(still)).not.toMatch(/#arrow|<a /)
    expect(await serverHtml(<Stat label="Users" value="5" to="/users/" />)).toMatch(
      /<a[^>]*href="\/users\/"[^>]*>Users</,
    )
  })
})

it.each([
  ['info', 'info'],
  ['ok', 'check-circle'],
  ['warn', 'alert-triangle'],
  ['danger', 'alert-circle'],
  ['quiet', 'info'],
] as const)('a callout of kind %s has the icon %s, and is an alert only when it is told to be', async (kind, sign) => {
  const html = await serverHtml(<Callout kind={kind} title="Look here" />)
  expect(html).toContain(`#${sign}"`)
  expect(html).not.toContain('role=')
  expect(await serverHtml(<Callout kind={kind} title="Look here" role="alert" />)).toContain('role="alert"')
})

it('a panel is labelled by its title', async () => {
  const html = await serverHtml(<Panel title="Sessions">None</Panel>)
  expect(attribute(tagWith(html, '<section'), 'aria-labelledby')).toBe(attribute(tagWith(html, '<h2'), 'id'))
  expect(await serverHtml(<Panel>None</Panel>)).not.toContain('aria-labelledby')
})

it('breadcrumbs are links, except for the page itself', async () => {
  const crumbs = [{ label: 'Users', to: '/users/' }, { label: 'Olga' }]
  const html = await serverHtml(<PageHead title="Olga" crumbs={crumbs} />)
  const way = /<nav aria-label="Breadcrumb">.*?<\/nav>/s.exec(html)?.[0] ?? ''
  expect(way).toMatch(/<a[^>]*href="\/users\/"[^>]*><bdi>Users</)
  expect(way).toMatch(/<span[^>]*aria-current="page"[^>]*>Olga</)
  expect(way.match(/<a /g)).toHaveLength(1)
  expect(await serverHtml(<PageHead title="Olga" />)).not.toContain('<nav')
})

it.each([
  ['submitted', 'Applicant'],
  ['resubmitted', 'Applicant'],
  ['released', 'System'],
  ['taken_over', 'System'],
  ['document_rejected', 'System'],
] as const)('an unknown person behind the event %s is shown as %s', async (event, person) => {
  expect(words(await serverHtml(<EventPerson name={null} event={event} />))).toBe(person)
  expect(words(await serverHtml(<EventPerson name="Olga" event={event} />))).toBe('Olga')
})

it.each([
  ['ready', ''],
  ['unscanned', 'Not scanned yet'],
  ['infected', 'Virus found'],
  ['missing', 'File missing'],
] as const)('a file in state %s shows the label “%s”', async (state, label) => {
  expect(words(await serverHtml(<FileStateBadge state={state} />)).trim()).toBe(label)
})

it('a timeline event shows its note and the requested items, if it has any', async () => {
  const drawn = (given: Parameters<typeof eventNote>[0]) =>
    serverHtml(
      <Timeline
        items={[{ key: '1', icon: 'play', tone: 'sky', title: 'Asked', time: 'today', note: eventNote(given) }]}
      />,
    )
  const html = await drawn({ note: 'Please hurry', items: ['A lease', 'A stamp'] })
  expect(words(html)).toContain('Please hurryA leaseA stamp')
  expect(words(await drawn({ note: null, items: ['A lease'] }))).toContain('A lease')
  expect(words(await drawn({ note: null, items: [] }))).toBe('Asked today')
})

describe('sessions', () => {
  const session = (id: string, more: object = {}) => ({
    id,
    device: 'Firefox · Windows',
    address: '198.51.100.7',
    signedInAt: at,
    lastSeenAt: at,
    isThisOne: false,
    ...more,
  })
  const here = session('a', { isThisOne: true })

  it('of one’s own can be ended one by one except the current one, and all others together', async () => {
    const html = await serverHtml(<SessionsPanel sessions={[here, session('b', { device: null })]} />)
    expect([...html.matchAll(/name="session" value="(\w)"/g)].map(([, id]) => id)).toEqual(['b'])
    expect(html).toContain('aria-label="Sign out on Unknown browser"')
    expect(html).toContain('Sign out everywhere else')
    expect(html.match(/>This browser</g)).toHaveLength(1)
    expect(await serverHtml(<SessionsPanel sessions={[here]} />)).not.toContain('end-others')
  })

  it('of another person can be ended together, even a single one', async () => {
    const html = await serverHtml(
      <SessionsPanel sessions={[session('b')]} endAllLabel="Sign out everywhere" title="Sessions" />,
    )
    expect(html).toContain('value="end-others"')
    expect(html).not.toContain('everywhere else')
  })
})

it('a tab shows its count, even a zero', async () => {
  const tabs = [
    { to: '/a', label: 'All', current: true, count: 0 },
    { to: '/b', label: 'Staff', current: false },
  ]
  const html = await serverHtml(<Tabs label="Who" tabs={tabs} />)
  expect(words(html)).toMatch(/All 0\s+Staff\s*$/)
  expect([...html.matchAll(/data-said="([^"]*)"/g)].map(([, said]) => said)).toEqual(['All'])
})

it('the foot of a list appears only above the smallest page size, and keeps the filters', async () => {
  const foot = (total: number) =>
    serverHtml(
      <ListPages
        path="/users/"
        state={{ page: 1, pageSize: 20 }}
        total={total}
        search="?status=active&page=2&pageSize=20"
        pageHref={(page) => `/users/?page=${page}`}
      />,
    )
  expect(await foot(10)).toBe('')
  const html = await foot(11)
  expect(html).toContain('Page 1 of 1')
  expect(html).not.toContain('<nav')
  expect([...html.matchAll(/type="hidden" name="(\w+)"/g)].map(([, name]) => name)).toEqual(['status'])
  expect(await foot(41)).toContain('Page 1 of 3')
})

it('a single-choice filter begins with the option that filters nothing', async () => {
  const menu = (chosen: string[]) =>
    serverHtml(
      <FilterMenu
        name="whose"
        label="Whose"
        choose="one"
        allLabel="Everybody"
        options={[{ value: 'own', label: 'Mine', count: '0' }]}
        chosen={chosen}
      />,
    )
  const none = await menu([])
  expect(tagWith(none, 'type="radio"', 'value=""')).toContain('checked')
  expect(none).toMatch(/Mine<\/bdi><span[^>]*> (?:<!-- -->)?0</)
  const one = await menu(['own'])
  expect(tagWith(one, 'type="radio"', 'value=""')).not.toContain('checked')
  expect(tagWith(one, 'value="own"')).toContain('checked')
})

it('a table has checkboxes only for selectable rows, and a heading for its row menus', async () => {
  const html = await serverHtml(
    <DataTable
      caption="Codes"
      rows={['a', 'b']}
      rowKey={(row) => row}
      rowName={(row) => `code ${row}`}
      selection={{ name: 'id', selected: ['b'] }}
      selectable={(row) => row === 'b'}
      actions={() => 'menu'}
      columns={[{ key: 'row', label: 'Row', cell: (row) => row }]}
    />,
  )
  expect(html.match(/class="check row-check"/g)).toHaveLength(1)
  expect(tagWith(html, 'row-check')).toMatch(/checked.*value="b"|value="b".*checked/)
  expect(html).toContain('Select: code b')
  expect(html).toMatch(/<th[^>]*><span class="sr-only">Actions</)
})

describe('the menus of preferences', () => {
  it('name each language in itself, mark the chosen one and return to the same page', async () => {
    const html = await draw(LanguageMenu, { language: 'kk' }, '/users/?page=2')
    const buttons = [...html.matchAll(/<button[^>]*name="language"[^>]*>/g)].map(([tag]) => tag)
    expect(
      buttons.map((tag) => [attribute(tag, 'value'), attribute(tag, 'lang'), attribute(tag, 'aria-pressed')]),
    ).toEqual([
      ['en', 'en', 'false'],
      ['zh', 'zh', 'false'],
      ['ru', 'ru', 'false'],
      ['kk', 'kk', 'true'],
    ])
    expect(tagWith(html, 'name="redirect"')).toContain('value="/users/?page=2"')
  })

  it('mark the chosen theme, and offer the other width of the sidebar', async () => {
    const html = await draw(ThemeMenu, { theme: 'dark' })
    expect(tagWith(html, 'value="dark"')).toContain('aria-pressed="true"')
    expect(tagWith(html, 'value="system"')).toContain('aria-pressed="false"')
    const width = async (isCollapsed: boolean) =>
      attribute(tagWith(await draw(SidebarSwitch, { isCollapsed }), 'name="sidebar"'), 'value')
    expect([await width(true), await width(false)]).toEqual(['open', 'collapsed'])
  })
})

it('a collapsed sidebar names its entries in tooltips, and the frame tells when key hints are off', async () => {
  const groups = [{ label: 'Codes', items: [{ to: '/invites/', label: 'Codes', icon: 'ticket', count: 3 }] }] as const
  const frame = (more: object) =>
    draw(Frame, { brand: 'Gatehouse', groups, toasts: [], children: 'x', home: '/own', ...more })
  const html = await frame({ collapsed: true, hidesKeys: true, density: 'compact' })
  expect(tagWith(html, 'sidebar-link')).toContain('title="Codes"')
  expect(tagWith(html, 'class="frame')).toMatch(/frame-collapsed.*data-density="compact" data-keys="off"/)
  expect(html).toContain('href="/own"')
  const wide = await frame({})
  expect(tagWith(wide, 'sidebar-link')).not.toContain('title=')
  expect(wide).not.toMatch(/data-keys|frame-collapsed/)
})

describe('an internal note', () => {
  const note = {
    id: '1',
    text: 'Call before noon',
    authorName: 'Olga',
    at,
    isEdited: false,
    isPinned: false,
    mayPin: false,
    mayEdit: false,
    application: null,
    mentioned: [],
    href: '/organizations/1/notes/1',
  }
  const panel = (more: object, of: object = {}) =>
    draw(NotesPanel, {
      notes: {
        id: 'new',
        addHref: '/organizations/1/notes',
        allHref: '/organizations/1?tab=notes',
        verificationId: null,
        people: [],
        total: '25',
        isCut: false,
        hasShortcuts: false,
        notes: [{ ...note, ...more }],
        ...of,
      },
    })

  it('shows its state, whom it mentions and which application it is about', async () => {
    const about = { href: '/verifications/1', type: 'address_change' }
    const html = await panel({ isPinned: true, isEdited: true, mentioned: ['李伟', 'Dana'], application: about })
    for (const text of ['Pinned', 'edited', 'Mentioned: 李伟, Dana', 'Address change', 'Staff only'])
      expect(words(html)).toContain(text)
    expect(words(await panel({}))).not.toMatch(/Pinned|edited|Mentioned/)
  })

  it('can be pinned, unpinned or edited only by those who may', async () => {
    const acts = async (more: object) => {
      const html = await panel(more)
      return [/value="(pin|unpin)"/.exec(html)?.[1], html.includes(`href="${note.href}"`)]
    }
    expect(await acts({})).toEqual([undefined, false])
    expect(await acts({ mayPin: true })).toEqual(['pin', false])
    expect(await acts({ mayPin: true, isPinned: true, mayEdit: true })).toEqual(['unpin', true])
  })

  it('comes with a link to all notes when there are more, and an empty panel says so', async () => {
    expect(await panel({}, { isCut: true })).toMatch(/<a[^>]*href="\/organizations\/1\?tab=notes"[^>]*>All notes: 25</)
    expect(await panel({})).not.toContain('All notes')
    expect(await panel({}, { notes: [] })).toContain('No notes yet.')
  })
})
