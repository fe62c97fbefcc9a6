import fs from 'node:fs'

/** The child processes of a process, oldest first. */
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
    // The fields follow the program name, which may contain any character.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [Number(fields[1]), Number(fields[19])]
  } catch {
    // The process has ended in the meantime.
    return [0, 0]
  }
}
