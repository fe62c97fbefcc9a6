import { useId } from 'react'
import { useTranslation } from '../i18n/use-translation'
import type { Tone } from './badge'
import { useScripted } from './scripted'

type Series = {
  key: string
  label: string
  /** Its name with its sum, when the sum is useful. */
  inKey?: string
  tone: Tone
}

export type PlotColumn = {
  key: string
  /** The column's full name. */
  name: string
  /** The label under the column; '' where labels would crowd. */
  mark: string
  /** Heights in the order of the series, from the bottom up. */
  values: readonly number[]
  /** The values in words, for the table. */
  valueLabels: readonly string[]
}

type StackedColumnsProps = {
  /** What the chart shows, for screen readers. */
  title: string
  series: readonly Series[]
  columns: readonly PlotColumn[]
  /** The highest value in words, at the top line. */
  topLabel: string
  tableLabel: string
  /** The heading of the table's first column. */
  columnLabel: string
}

const WIDTH = 10
const GAP = 1.5
const HEIGHT = 100
/** Up to this many columns are wide enough for their labels. */
const MARKS_FIT = 12

/** A column chart drawn on the server, stretched to the available width, with the same figures in a table behind it. */
export function StackedColumns({ title, series, columns, topLabel, tableLabel, columnLabel }: StackedColumnsProps) {
  const id = useId()
  const { t } = useTranslation('common')
  const isScripted = useScripted()
  const said = ({ valueLabels }: PlotColumn) =>
    series.map((one, n) => `${one.label} ${valueLabels[n]}`).reduce((before, next) => t('listed', { before, next }))
  const top = Math.max(...columns.map((column) => sum(column.values)), Number.MIN_VALUE)
  return (
    <figure className="plot">
      <ul className="plot-legend" id={id}>
        {series.map(({ key, label, inKey = label, tone }) => (
          <li key={key} className={`plot-key plot-${tone}`}>
            {inKey}
          </li>
        ))}
      </ul>
      <span className="plot-top" aria-hidden="true">
        {topLabel}
      </span>
      <div className="plot-area">
        <svg
          role="img"
          aria-label={title}
          aria-describedby={id}
          viewBox={`0 0 ${columns.length * WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="plot-drawing"
        >
          {columns.map((column, index) => (
            <g key={column.key}>
              {/* A text browser takes the last title on a page for the page's own. */}
              {isScripted ? <title>{t('labelled', { label: column.name, value: said(column) })}</title> : null}
              <rect x={index * WIDTH} width={WIDTH} height={HEIGHT} className="plot-hover" />
              {stacked(column.values, top).map(({ y, height }, n) => (
                <rect
                  key={series[n]?.key}
                  x={index * WIDTH + GAP}
                  y={y}
                  width={WIDTH - 2 * GAP}
                  height={height}
                  className={`plot-part plot-${series[n]?.tone}`}
                />
              ))}
            </g>
          ))}
        </svg>
      </div>
      <ol className={columns.length > MARKS_FIT ? 'plot-marks' : 'plot-marks plot-marks-wide'} aria-hidden="true">
        {columns.map(({ key, mark }) => (
          <li key={key}>
            <bdi>{mark}</bdi>
          </li>
        ))}
      </ol>
      <details className="plot-table">
        <summary>
          {tableLabel}
          <span className="sr-only"> {title}</span>
        </summary>
        <table>
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{columnLabel}</th>
              {series.map(({ key, label }) => (
                <th scope="col" key={key}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map(({ key, name, valueLabels }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                {valueLabels.map((label, n) => (
                  <td key={series[n]?.key}>{label}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The position and height of each part: the first at the bottom, the others stacked on it. */
export function stacked(values: readonly number[], top: number): { y: number; height: number }[] {
  let ground = HEIGHT
  return values.map((value) => {
    const height = rounded((value / top) * HEIGHT)
    ground = rounded(ground - height)
    return { y: ground, height }
  })
}

const rounded = (value: number) => Math.round(value * 100) / 100
