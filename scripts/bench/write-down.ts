import fs from 'node:fs'

const FILE = 'docs/measurements.md'

/** Inserts a report into the measurements, between the comment that names its command and the one that ends it. */
export function writeDown(command: string, report: string): void {
  if (!fs.existsSync(FILE)) return
  const text = fs.readFileSync(FILE, 'utf8')
  const begin = `<!-- ${command} -->`
  const from = text.indexOf(begin)
  const to = text.indexOf('<!-- end', from)
  if (from < 0 || to < 0) return
  fs.writeFileSync(FILE, `${text.slice(0, from + begin.length)}\n\n${report}\n${text.slice(to)}`)
}
