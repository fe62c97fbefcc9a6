import fs from 'node:fs'
import type { ServerProcess } from '../probe/server-process'

/** One address of one server; `cookie` is empty for a visitor. */
export type Target = { name: string; server: ServerProcess; address: string; cookie: string }
export type Figures = { p50Ms: number; p95Ms: number; cpuMs: number; bytes: number }

const WARM_UPS = 8
/** Until then, a newly started server spends as much on compiling a page's code as on drawing it. */
export const COMPILED_AFTER = 150
const REQUESTS = 60
/** The kernel counts processor time in hundredths of a second. */
const TICK_MS = 10

/** Interleaved rounds over all targets, one request at a time; medians over the rounds. */
export async function measure(targets: readonly Target[], rounds: number): Promise<Map<string, Figures>> {
  await compile(targets)
  const found = new Map<string, Figures[]>(targets.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round += 1)
    for (const target of targets) found.get(target.name)?.push(await measureOnce(target))
  return new Map(
    [...found].map(([name, all]) => [
      name,
      {
        p50Ms: median(all.map(({ p50Ms }) => p50Ms)),
        p95Ms: median(all.map(({ p95Ms }) => p95Ms)),
        cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
        bytes: median(all.map(({ bytes }) => bytes)),
      },
    ]),
  )
}

/** Requests each target until the server is as warm as after a minute's work. */
export async function compile(targets: readonly Target[]): Promise<void> {
  for (let n = 0; n < COMPILED_AFTER; n += 1) for (const target of targets) await visit(target)
}

async function visit({ server, address, cookie }: Target): Promise<{ ms: number; bytes: number }> {
  const startedMs = performance.now()
  const response = await fetch(server.origin.replace('localhost', '127.0.0.1') + address, {
    redirect: 'manual',
    headers: { cookie, 'accept-language': 'en', 'accept-encoding': 'identity' },
  })
  const bytes = (await response.arrayBuffer()).byteLength
  if (response.status !== 200) throw new Error(`${address} answered ${response.status}`)
  return { ms: performance.now() - startedMs, bytes }
}

/** The figures of one round. */
export async function measureOnce(target: Target): Promise<Figures> {
  for (let n = 0; n < WARM_UPS; n += 1) await visit(target)
  const cpuBeforeMs = cpuMsOf(target.server.pid())
  const visits = []
  for (let n = 0; n < REQUESTS; n += 1) visits.push(await visit(target))
  const cpuMs = (cpuMsOf(target.server.pid()) - cpuBeforeMs) / REQUESTS
  const sorted = visits.map(({ ms }) => ms).sort((a, b) => a - b)
  return { p50Ms: percentile(sorted, 0.5), p95Ms: percentile(sorted, 0.95), cpuMs, bytes: visits[0]?.bytes ?? 0 }
}

export const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? 0
export const median = (numbers: readonly number[]) =>
  percentile(
    [...numbers].sort((a, b) => a - b),
    0.5,
  )

/** Processor time of a process so far, its own and the kernel's for it. */
function cpuMsOf(pid: number): number {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
