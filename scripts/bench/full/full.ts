import { writeDown } from '../write-down'
import { measureExport } from './export'
import { measureReading } from './reading'
import { closeScales, MILLION, TEN_THOUSAND, withScales, type Line } from './scales'
import { measureSessions } from './sessions'
import { measureVisits } from './visits'
import { measureWrites } from './writes'

/** Measures ten thousand and a million invites, each beside its raw server, all figures in one run. Writes them into the measurements. */
export const runFull = (databaseUrl: string, rounds: number): Promise<void> =>
  withScales(databaseUrl, [TEN_THOUSAND, MILLION], async (scales, probe) => {
    const many = scales.at(-1)
    if (!many) throw new Error('Nothing was opened')
    process.stderr.write('Measuring for some minutes …\n')
    const { validity, figures, growth } = await measureReading(scales, probe, rounds)
    const lines = [
      ...figures,
      ...(await orWhyNot('7 and 8', () => measureVisits(many, rounds))),
      ...(await orWhyNot('12', () => measureExport(many))),
      ...(await orWhyNot('9', () => measureSessions(many))),
    ]
    await closeScales(scales)
    lines.push(...(await orWhyNot('11', () => measureWrites(many, probe, rounds))))
    const report = [validity, '', ...tableOf(lines), '', ...NOTES, '', ...growth, ''].join('\n')
    process.stdout.write(report)
    writeDown('npm run bench -- --full', report)
  })

/** A failed measurement leaves the others in the table. */
async function orWhyNot(figure: string, measure: () => Promise<Line[]>): Promise<Line[]> {
  try {
    return await measure()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    return [
      { figure: `${figure}.`, goal: '', found: `not run: ${error instanceof Error ? error.message : String(error)}` },
    ]
  }
}

const NOTES = [
  '7 and 8 in Chromium with its processor slowed four times, brotli as the server sends it and HTTP/1.1, for there is no edge with HTTP/2;',
  'the net is slowed by the browser: 1.44 Mbit/s with 562 ms, and 8.1 Mbit/s with 165 ms. The page is turned without a pointer above the link,',
  'so nothing is fetched ahead. Each page is closed before the next visit. Blocked: what all tasks took beyond 50 ms each, then only of what ran',
  'after the first contentful paint, as TBT is defined. On a third visit Chromium takes the scripts from its cache as compiled.',
  'Their goals are shares of a peer that does not run here, in milliseconds as that peer was measured. For 9 and',
  '12 the processes were started anew; 11 ran in a copy of the database.',
]

function tableOf(lines: readonly Line[]): string[] {
  const inOrder = lines.toSorted((a, b) => Number.parseInt(a.figure) - Number.parseInt(b.figure))
  return [
    '| figure | goal | this run |',
    '|---|---|---|',
    ...inOrder.map(({ figure, goal, found }) => `| ${figure} | ${goal} | ${found} |`),
  ]
}
