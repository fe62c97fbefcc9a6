import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pageWindow } from '../../app/lists/page-window'
import { Button } from '../../app/ui/button'
import { DataTable } from '../../app/ui/lists/data-table'
import { EmptyState } from '../../app/ui/empty-state'
import { FilterChips } from '../../app/ui/lists/filter-chips'
import { FilterMenu } from '../../app/ui/lists/filter-menu'
import { Pagination } from '../../app/ui/lists/pagination'
import { SearchBox } from '../../app/ui/lists/search-box'
import { Toolbar } from '../../app/ui/lists/toolbar'
import { Tabs } from '../../app/ui/tabs'
import { attribute, serverHtml, tagWith } from '../support/render'

type Invite = { code: string; uses: number }
const invites: Invite[] = [
  { code: 'INV-7K3A-QX9M-2T10', uses: 1 },
  { code: 'INV-7K3B-QX9M-2T11', uses: 4 },
]

const wordsOf = (html: string) => html.replaceAll(/<[^>]*>/g, '')

const table = (rows: Invite[]) => (
  <DataTable
    caption="Invite codes"
    rows={rows}
    rowKey={(row) => row.code}
    rowHref={(row) => `/invites/${row.code}`}
    selection={{ name: 'id' }}
    columns={[
      { key: 'code', label: 'Code', cell: (row) => row.code },
      {
        key: 'uses',
        label: 'Usage',
        align: 'end',
        cell: (row) => row.uses,
        sort: { href: '?sort=uses', direction: 'descending' },
      },
    ]}
    empty={<EmptyState title="Nothing yet" />}
  />
)

describe('a table', () => {
  it('links each row from its first cell and labels the other cells for cards', async () => {
    const html = await serverHtml(table(invites))
    expect(html.match(/class="row-link"/g)).toHaveLength(2)
    expect(tagWith(html, 'row-link')).toContain('href="/invites/INV-7K3A-QX9M-2T10"')
    expect(html.match(/data-label="Usage"/g)).toHaveLength(2)
  })

  it('shows its sort order on the header, which links to the reverse order', async () => {
    const html = await serverHtml(table(invites), { at: '/invites' })
    expect(html).toMatch(/<th scope="col" aria-sort="descending"[^>]*><a [^>]*href="[^"]*\?sort=uses"/)
    expect(html).toContain('#arrow-down')
    expect(html).not.toContain('#arrow-up')
  })

  it('sends the selected rows as repeated keys, each checkbox with its own label', async () => {
    const html = await serverHtml(table(invites))
    expect(attribute(tagWith(html, 'name="id"'), 'value')).toBe('INV-7K3A-QX9M-2T10')
    expect(html).toContain('Select: INV-7K3B-QX9M-2T11')
  })

  it('is named by its caption', async () => {
    expect(await serverHtml(table(invites))).toMatch(/<table[^>]*><caption[^>]*>Invite codes<\/caption>/)
  })

  it('is replaced by the empty state when there are no rows', async () => {
    const html = await serverHtml(table([]))
    expect(html).toContain('Nothing yet')
    expect(html).not.toContain('<table')
  })
})

describe('a pagination', () => {
  const pages = (page: number, pageCount: number) => (
    <Pagination
      page={page}
      pageCount={pageCount}
      steps={pageWindow(page, pageCount)}
      pageHref={(number) => `/invites?page=${number}`}
      sizes={{ action: '/invites', name: 'pageSize', value: 20, options: [10, 20], keep: [['status', 'used']] }}
    />
  )

  it('groups the digits of page numbers as the language does', async () => {
    const html = await serverHtml(pages(12_345, 100_000), { language: 'ru' })
    expect(html).toMatch(/Страница\s12\u00A0345\sиз\s100\u00A0000/)
    expect(html).toMatch(/aria-current="page"[^>]*>12\u00A0345</)
  })

  it('marks the current page and links its neighbours', async () => {
    const html = await serverHtml(pages(4, 13))
    expect(tagWith(html, 'aria-current="page"')).toContain('href="/invites?page=4"')
    expect(tagWith(html, 'rel="prev"')).toContain('href="/invites?page=3"')
    expect(tagWith(html, 'rel="next"')).toContain('href="/invites?page=5"')
    expect(html).toContain('Page 4 of 13')
  })

  it('has no link before the first page or past the last', async () => {
    expect(await serverHtml(pages(1, 3))).not.toContain('rel="prev"')
    expect(await serverHtml(pages(3, 3))).not.toContain('rel="next"')
  })

  it('is labelled, and marks a missing neighbour as a disabled link', async () => {
    const html = await serverHtml(pages(1, 3))
    expect(html).toContain('<nav aria-label="Pages">')
    const absent = tagWith(html, 'id="page-prev"')
    expect(absent).toMatch(/role="link".* aria-disabled="true" aria-label="Previous"/)
    expect(absent).not.toContain('href')
    expect(tagWith(html, 'id="page-next"')).not.toContain('aria-disabled')
  })

  it('changes the page size by a plain GET form that keeps the filters', async () => {
    const html = await serverHtml(pages(1, 1))
    expect(tagWith(html, '<form')).toContain('method="get"')
    expect(html).toContain('<input type="hidden" name="status" value="used"/>')
    expect(html).toContain('<option value="20" selected="">')
    expect(tagWith(html, 'type="submit"')).toContain('without-script')
  })
})

describe('filters', () => {
  const options = [
    { value: 'active', label: 'Active' },
    { value: 'used', label: 'Used' },
  ]

  it('show the chosen option on the button and in the menu, which opens without scripts', async () => {
    const html = await serverHtml(<FilterMenu name="status" label="Status" options={options} chosen={['used']} />)
    expect(html).toMatch(/<span [^>]*class="filter-value">Used<\/span>/)
    expect(tagWith(html, 'name="status"', 'value="used"')).toContain('checked')
    expect(tagWith(html, 'name="status"', 'value="active"')).not.toContain('checked')
    expect(attribute(tagWith(html, 'popoverTarget'), 'popoverTarget')).toBe(
      attribute(tagWith(html, 'popover="auto"'), 'id'),
    )
  })

  it('show the count when more than one option is chosen', async () => {
    const html = await serverHtml(
      <FilterMenu name="status" label="Статус" options={options} chosen={['used', 'active']} />,
      {
        language: 'ru',
      },
    )
    expect(html).toContain('Выбрано: 2')
  })

  it('keep spaces between their words for readers without styles', async () => {
    const counted = options.map((option) => ({ ...option, count: '12' }))
    const menu = await serverHtml(<FilterMenu name="status" label="Status" options={counted} chosen={[]} />)
    expect(wordsOf(menu)).toContain('Active 12 Used 12')
  })

  it('can be removed one by one or all together, and are absent when nothing is filtered', async () => {
    const chip = { label: 'Status', value: 'Used', removeHref: '/invites?status=active' }
    const html = await serverHtml(<FilterChips chips={[chip]} resetHref="/invites" />)
    expect(tagWith(html, 'aria-label="Remove filter: Status, Used"')).toContain('href="/invites?status=active"')
    expect(tagWith(html, '<ul')).toContain('aria-label="Active filters"')
    expect(html).toMatch(/href="\/invites"[^>]*>Reset filters/)
    expect(await serverHtml(<FilterChips chips={[]} resetHref="/invites" />)).toBe('')
  })
})

it('a list page with a filter toolbar uses the full width', async () => {
  const html = await serverHtml(<Toolbar action="/users/">Filters</Toolbar>)
  expect(html).toContain('class="toolbar"')
  expect(readFileSync('app/ui/styles/frame.css', 'utf8')).toMatch(/\.main:has\(\.toolbar\) \{\s*max-inline-size: none;/)
})

it('the search field is labelled by what it searches', async () => {
  const html = await serverHtml(<SearchBox name="q" label="Search by name" />)
  expect(tagWith(html, 'type="search"')).toContain('aria-label="Search by name"')
})

it('tabs mark the one that is open', async () => {
  const tabs = [
    { to: '/invites/', label: 'Codes', current: true },
    { to: '/invites/?tab=sent', label: 'Sent', current: false },
  ]
  const html = await serverHtml(<Tabs label="Invites" tabs={tabs} />)
  expect(tagWith(html, '<nav')).toContain('aria-label="Invites"')
  expect(tagWith(html, 'href="/invites/"')).toContain('aria-current="page"')
  expect(tagWith(html, 'tab=sent')).not.toContain('aria-current')
})

it('a busy button is marked as busy, but not disabled', async () => {
  const busy = tagWith(await serverHtml(<Button busy>Save</Button>), '<button')
  expect(busy).toContain('aria-busy="true"')
  expect(busy).not.toContain('disabled')
  expect(tagWith(await serverHtml(<Button>Save</Button>), '<button')).not.toContain('aria-busy')
})
