import { describe, expect, it } from 'vitest'
import { stacked, StackedColumns, type PlotColumn } from '../../app/ui/stacked-columns'
import { attribute, serverHtml, tagWith } from '../support/render'

const day = (name: string, values: number[], mark = name): PlotColumn => ({
  key: name,
  name,
  mark,
  values,
  valueLabels: values.map(String),
})
const plot = (columns: PlotColumn[]) => (
  <StackedColumns
    title="Decisions per day"
    series={[
      { key: 'approved', label: 'Approved', inKey: 'Approved: 22', tone: 'green' },
      { key: 'rejected', label: 'Rejected', tone: 'red' },
    ]}
    columns={columns}
    topLabel="4"
    tableLabel="Show as a table"
    columnLabel="Day"
  />
)

describe('stacked columns', () => {
  it('stack their parts from the baseline, with the highest column reaching the top', () => {
    expect(stacked([1, 3], 4)).toEqual([
      { y: 75, height: 25 },
      { y: 0, height: 75 },
    ])
    expect(stacked([0, 1], 4)).toEqual([
      { y: 100, height: 0 },
      { y: 75, height: 25 },
    ])
  })

  it('draw days without decisions with a height of zero, not NaN', async () => {
    const html = await serverHtml(plot([day('Mar 1', [0, 0]), day('Mar 2', [0, 0])]))
    expect(html).not.toContain('NaN')
    expect(html.match(/height="0"/g)).toHaveLength(4)
  })

  it('have a label, a legend in words and a table with every figure', async () => {
    const html = await serverHtml(plot([day('Mar 1', [1, 3]), day('Mar 2', [0, 2], '')]))
    const drawing = tagWith(html, '<svg', 'role="img"')
    expect(attribute(drawing, 'aria-label')).toBe('Decisions per day')
    const key = attribute(drawing, 'aria-describedby') ?? ''
    expect(html.slice(html.indexOf(`id="${key}"`))).toMatch(/^[^>]*><li[^>]*>Approved: 22<\/li><li[^>]*>Rejected<\/li>/)
    expect(html).not.toContain('<title')
    expect(html).toContain('<th scope="col">Approved</th>')
    expect(html).toContain('<tr><th scope="row">Mar 1</th><td>1</td><td>3</td></tr>')
    expect(html).toContain('<tr><th scope="row">Mar 2</th><td>0</td><td>2</td></tr>')
  })

  it('use no inline style, which the page forbids', async () => {
    expect(await serverHtml(plot([day('Mar 1', [1, 3])]))).not.toContain('style=')
  })
})
