import type { Figures } from './measure'
import type { Page } from './prepare'
import type { ScriptBytes } from './scripts-of'

export type Report = {
  storage: string
  counts: Record<string, number>
  rounds: number
  pages: readonly Page[]
  raws: readonly string[]
  figures: ReadonlyMap<string, Figures>
  statementCounts: ReadonlyMap<string, number>
  scripts: ReadonlyMap<string, ScriptBytes>
}

/** The figures as Markdown. */
export function describe({ storage, counts, rounds, pages, raws, figures, statementCounts, scripts }: Report): string {
  const template = figures.get(raws[0] ?? '')
  const react = figures.get(raws[1] ?? '')
  const row = (name: string, statements: string) => {
    const one = figures.get(name)
    if (!one || !template || !react) return `| ${name} | not measured |`
    const cells = [
      one.p50Ms.toFixed(1),
      one.p95Ms.toFixed(1),
      one.cpuMs.toFixed(1),
      (one.p50Ms / template.p50Ms).toFixed(1),
      (one.p95Ms / template.p95Ms).toFixed(1),
      (one.p50Ms / react.p50Ms).toFixed(1),
      kilobytes(one.bytes),
      statements,
    ]
    return `| ${name} | ${cells.join(' | ')} |`
  }
  const sizes = Object.entries(counts).map(([kind, count]) => `${count.toLocaleString('en')} ${kind}`)
  return [
    `### ${storage}: ${sizes.join(', ')}`,
    '',
    `Medians of ${rounds} interleaved rounds of 60 requests, one at a time.`,
    '',
    '| page | p50 ms | p95 ms | server CPU ms | p50 ÷ raw template | p95 ÷ raw template | p50 ÷ raw React | KB | statements |',
    '|---|---|---|---|---|---|---|---|---|',
    ...raws.map((name) => row(name, '')),
    ...pages.map(({ name }) => row(name, String(statementCounts.get(name) ?? ''))),
    '',
    '| scripts of | module files | raw KB | gzip KB | brotli KB | plain script KB |',
    '|---|---|---|---|---|---|',
    ...[...scripts].map(
      ([name, { files, raw, gzip, brotli, plain }]) =>
        `| ${name} | ${files} | ${[raw, gzip, brotli, plain].map(kilobytes).join(' | ')} |`,
    ),
    '',
  ].join('\n')
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1)
