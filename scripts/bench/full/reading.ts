import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import type { ServerProcess } from '../../probe/server-process'
import { percentile, compile, measureOnce, median, type Figures, type Target } from '../measure'
import { scriptsOf } from '../scripts-of'
import { DEEP, FILTERED, FIRST, QUEUE, type Line, type Scale } from './scales'

/** Lists that the raw server draws too. */
const LISTS = [
  { page: FILTERED, raw: '/invites' },
  { page: QUEUE, raw: '/queue' },
]
const TEMPLATE = (list: string) => `raw ${list.slice(1)}: SQL + template`
const REACT = (list: string) => `raw ${list.slice(1)}: SQL + renderToString`

/** Limits for a valid run, on a quiet machine: the time of a trivial SELECT, and the difference between the halves of the rounds. */
const SELECT_LIMIT_MS = 0.3
const SPREAD_LIMIT = 0.25
const SELECTS = 200
const AT_ONCE = 4
const THROUGHPUT_MS = 5000

/** Measures all pages at all sizes in turn; returns figures 1 to 6 and 10, whether the run is valid, and each page's growth. */
export async function measureReading(
  scales: readonly Scale[],
  probe: pg.Client,
  rounds: number,
): Promise<{ validity: string; figures: Line[]; growth: string[] }> {
  const targets = scales.map(({ server, raw, cookie, pages }): Target[] => [
    ...LISTS.flatMap(({ raw: list }) => [
      { name: TEMPLATE(list), server: raw, address: `${list}/template`, cookie: '' },
      { name: REACT(list), server: raw, address: `${list}/react`, cookie: '' },
    ]),
    ...pages.map(({ name, address }) => ({ name, server, address, cookie })),
  ])
  const names = targets[0]?.map(({ name }) => name) ?? []
  const found = targets.map((all) => all.map(() => [] as Figures[]))
  const selects: number[] = []
  await compile(targets.flat())
  for (let round = 0; round < rounds; round += 1) {
    selects.push(await selectMs(probe))
    for (const index of names.keys())
      for (const [scale, all] of targets.entries()) {
        const target = all[index]
        if (target) found[scale]?.[index]?.push(await measureOnce(target))
      }
  }
  const last = scales.length - 1
  const of = (scale: number, name: string, figure: 'p50Ms' | 'p95Ms' | 'cpuMs') =>
    median((found[scale]?.[names.indexOf(name)] ?? []).map((round) => round[figure]))
  const growths = names.map((name) => ({ name, growth: of(last, name, 'p95Ms') / of(0, name, 'p95Ms') }))
  const worst = growths.filter(({ name }) => !name.startsWith('raw')).toSorted((a, b) => b.growth - a.growth)[0]
  const many = scales[last]
  if (!many) throw new Error('Nothing was measured')

  const figures: Line[] = []
  for (const { page, raw } of LISTS) {
    const toTemplate = (['p50Ms', 'p95Ms'] as const).map((figure) =>
      ratio(of(last, page.name, figure), of(last, TEMPLATE(raw), figure)),
    )
    figures.push({
      figure: `1. ${page.name}, at 1M ÷ raw template: p50, p95`,
      goal: '1.3, 1.6',
      found: toTemplate.join(', '),
    })
    const ours = await throughput(many.server, page.address, many.cookie)
    const theirs = await throughput(many.raw, `${raw}/react`, '')
    figures.push({
      figure: `2. ${page.name}, ${AT_ONCE} at once, ÷ raw renderToString; processor a page, ms`,
      goal: '0.6; 2',
      found: `${ratio(ours, theirs)} (${ours.toFixed(0)} a second); ${of(last, page.name, 'cpuMs').toFixed(1)}`,
    })
  }
  const startMs = (of: 'console' | 'raw') => median(scales.map((scale) => scale.startMs[of]))
  figures.push(
    {
      figure: '3. growth of p95 from 10k to 1M, the worst page',
      goal: '1.2',
      found: `${worst?.growth.toFixed(2)} (${worst?.name})`,
    },
    {
      figure: '4. the middle page by number ÷ page 1',
      goal: '1.5',
      found: ratio(of(last, DEEP, 'p50Ms'), of(last, FIRST.name, 'p50Ms')),
    },
    {
      figure: '5. part of a name ÷ page 1',
      goal: '1.5',
      found: ratio(of(last, 'users, part of a name', 'p50Ms'), of(last, 'users', 'p50Ms')),
    },
    { figure: '6. script of the invites list, brotli KB', goal: '126', found: await scriptKilobytes(many) },
    {
      figure: '10. start to the first whole page ÷ the raw server to its own',
      goal: '3.5',
      found: ratio(startMs('console'), startMs('raw')),
    },
  )
  const spread = spreadOf((found[last]?.[0] ?? []).map(({ p50Ms }) => p50Ms))
  return { validity: validityOf(rounds, median(selects), spread), figures, growth: growthTable() }

  function growthTable(): string[] {
    return [
      '| page | p50 at 10k, ms | p50 at 1M, ms | ÷ | p95 ÷ | processor at 1M, ms |',
      '|---|---|---|---|---|---|',
      ...growths.map(({ name, growth }) => {
        const [few, much] = [of(0, name, 'p50Ms'), of(last, name, 'p50Ms')]
        const cells = [
          few.toFixed(1),
          much.toFixed(1),
          ratio(much, few),
          growth.toFixed(2),
          of(last, name, 'cpuMs').toFixed(1),
        ]
        return `| ${name} | ${cells.join(' | ')} |`
      }),
    ]
  }
}

const ratio = (a: number, b: number) => (a / b).toFixed(2)

function validityOf(rounds: number, selected: number, spread: number): string {
  const isValid = selected <= SELECT_LIMIT_MS && spread <= SPREAD_LIMIT
  return (
    `${rounds} interleaved rounds of 60 requests, one at a time; medians. **${isValid ? 'A valid run' : 'Not a valid run'}**: ` +
    `\`select 1\` took ${selected.toFixed(2)} ms (at most ${SELECT_LIMIT_MS}), both halves of the reference differ by ` +
    `${(spread * 100).toFixed(0)} % (at most ${SPREAD_LIMIT * 100}); ${os.cpus().length} cores under a load of ${os.loadavg()[0]?.toFixed(0)}.`
  )
}

async function selectMs(probe: pg.Client): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < SELECTS; n += 1) {
    const startedMs = performance.now()
    await probe.query('select 1')
    times.push(performance.now() - startedMs)
  }
  return percentile(
    times.toSorted((a, b) => a - b),
    0.5,
  )
}

/** The relative difference between the halves of the rounds. */
function spreadOf(all: readonly number[]): number {
  const half = Math.floor(all.length / 2)
  const [first, second] = [median(all.slice(0, half)), median(all.slice(-half))]
  return half === 0 ? 1 : Math.abs(first - second) / Math.min(first, second)
}

/** Answers a second with `AT_ONCE` requests in flight. */
async function throughput(server: ServerProcess, address: string, cookie: string): Promise<number> {
  const untilMs = performance.now() + THROUGHPUT_MS
  let answers = 0
  const ask = async () => {
    while (performance.now() < untilMs) {
      const response = await fetch(server.origin + address, { headers: { cookie, 'accept-encoding': 'identity' } })
      await response.arrayBuffer()
      if (response.ok) answers += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return (answers * 1000) / THROUGHPUT_MS
}

async function scriptKilobytes({ server, cookie }: Scale): Promise<string> {
  const html = await (await fetch(server.origin + FIRST.address, { headers: { cookie } })).text()
  return (scriptsOf(html, path.resolve('build/client')).brotli / 1000).toFixed(1)
}
