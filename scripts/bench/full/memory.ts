import fs from 'node:fs'
import type { ServerProcess } from '../../probe/server-process'
import { COMPILED_AFTER } from '../measure'

const LOOK_EVERY_MS = 250
const WARM_UPS = 8

/** A process's memory in megabytes, at rest, once its page is compiled, and at its peak: PSS, which counts shared pages by their share. */
export type Memory = { restMb: number; compiledMb: number; peakMb: number }

/** The growth in megabytes, since a few pages and since everything was compiled. */
export const growthOf = ({ restMb, compiledMb, peakMb }: Memory): string =>
  [restMb, compiledMb].map((before) => (peakMb - before).toFixed(0)).join(', ')

/** Restarts a server, warms it up, and watches its memory during the work. */
export async function watchMemory(
  server: ServerProcess,
  warm: () => Promise<unknown>,
  work: () => Promise<void>,
): Promise<Memory> {
  await server.kill('SIGTERM')
  await server.start()
  for (let n = 0; n < WARM_UPS; n += 1) await warm()
  const restMb = pssMb(server.pid())
  for (let n = WARM_UPS; n < COMPILED_AFTER; n += 1) await warm()
  const compiledMb = pssMb(server.pid())
  let peakMb = compiledMb
  const looking = setInterval(() => (peakMb = Math.max(peakMb, pssMb(server.pid()))), LOOK_EVERY_MS)
  try {
    await work()
  } finally {
    clearInterval(looking)
  }
  return { restMb, compiledMb, peakMb: Math.max(peakMb, pssMb(server.pid())) }
}

export const pssMb = (pid: number): number =>
  Number(/^Pss:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024

/** A process and all its descendants. */
export function treeOf(pid: number): number[] {
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  return [pid, ...children.flatMap(treeOf)]
}
