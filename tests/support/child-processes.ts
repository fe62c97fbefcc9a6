import fs from 'node:fs'

/** Those that a process started, the oldest first. */
export function childProcesses(pid: number): number[] {
  const started = fs.readdirSync('/proc').flatMap((name) => {
    const [parent, startTick] = parentAndStart(name)
    return parent === pid ? [{ pid: Number(name), startTick }] : []
  })
  return started.toSorted((one, other) => one.startTick - other.startTick || one.pid - other.pid).map(({ pid }) => pid)
}

function parentAndStart(name: string): [number, number] {
  try {
    const stat = /^\d+$/.test(name) ? fs.readFileSync(`/proc/${name}/stat`, 'utf8') : ''
    // Behind the name of its program, which may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [Number(fields[1]), Number(fields[19])]
  } catch {
    // It has ended meanwhile.
    return [0, 0]
  }
}
