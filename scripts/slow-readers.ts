import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { runCommand } from './command'
import { serverProcess } from './probe/server-process'
import { signIn, visitor } from './probe/visitor'

const PARTNER = '+77010000005'
const READERS = 100
const FILE_BYTES = 10_000_000
/** Each reader reads one piece per pause: the whole file in about forty seconds. */
const PIECE_BYTES = 32 * 1024
const PAUSE_MS = 130
const LOOK_EVERY_MS = 200

/** Measures the console's memory while a hundred slow readers each download a file of ten megabytes. */
await runCommand(async (args) => {
  parseArgs({ args, options: {} })
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-readers-'))
  const server = await serverProcess(path.join(import.meta.dirname, 'server.js'), {
    DATA_DIR: dataDir,
    LIMITS_FACTOR: '1000',
  })
  await server.start()
  try {
    const browser = visitor(server.origin)
    await signIn(browser, PARTNER, dataDir)
    const address = await addDocument(server.origin, browser.cookie(), await setupOf(browser))
    await read(server.origin + address, browser.cookie(), 0)
    await wait(3000)
    const before = residentBytes(server.pid())
    let most = before
    const looking = setInterval(() => (most = Math.max(most, residentBytes(server.pid()))), LOOK_EVERY_MS)
    const began = performance.now()
    const sizes = await Promise.all(
      Array.from({ length: READERS }, () => read(server.origin + address, browser.cookie(), PAUSE_MS)),
    )
    clearInterval(looking)
    const whole = sizes.filter((bytes) => bytes > FILE_BYTES).length
    const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)
    process.stdout.write(
      `${whole} of ${READERS} slow readers got the whole file in ${((performance.now() - began) / 1000).toFixed(0)} s; ` +
        `memory ${megabytes(before)} MB before, ${megabytes(most)} MB at most: +${megabytes(most - before)} MB\n`,
    )
  } finally {
    await server.kill('SIGTERM')
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
})

async function setupOf(browser: ReturnType<typeof visitor>): Promise<string> {
  const { text, location } = await browser.get('/settings/account')
  const found = /\/organizations\/[0-9a-f-]{36}/.exec(`${text} ${location ?? ''}`)?.[0]
  if (!found) throw new Error('The partner of the demonstration has no organization')
  return found
}

async function addDocument(origin: string, cookie: string, organization: string): Promise<string> {
  const form = new FormData()
  form.set('type', 'operations_plan')
  form.set('file', new File([largePdf()], 'plan.pdf'))
  const page = `${organization}/setup/documents`
  const sent = await fetch(origin + page, {
    method: 'POST',
    body: form,
    headers: { cookie, origin },
    redirect: 'manual',
  })
  if (sent.status !== 302) throw new Error(`The file was not taken: ${sent.status}`)
  const list = await (await fetch(origin + page, { headers: { cookie } })).text()
  const ids = [...list.matchAll(new RegExp(`${organization}/documents/[0-9a-f-]{36}`, 'g'))].map(([found]) => found)
  for (const address of ids) {
    const answer = await fetch(origin + address, { headers: { cookie } })
    await answer.body?.cancel()
    if (Number(answer.headers.get('content-length')) > FILE_BYTES) return address
  }
  throw new Error('The file is not in the list')
}

function largePdf(): string {
  const head = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'
  const body = `${head}%${'x'.repeat(FILE_BYTES)}\n`
  const table = 'xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 2 /Root 1 0 R >>\n'
  return `${body}${table}startxref\n${body.length}\n%%EOF\n`
}

function read(address: string, cookie: string, pauseMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = http.get(address, {
      headers: { cookie },
      agent: false,
      highWaterMark: PIECE_BYTES,
    } as http.RequestOptions)
    asked.on('error', reject)
    asked.on('response', (answer) => {
      let bytes = 0
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length
        if (pauseMs === 0) return
        answer.pause()
        setTimeout(() => answer.resume(), (pauseMs * piece.length) / PIECE_BYTES)
      })
      answer.on('end', () => resolve(bytes))
      answer.on('error', reject)
    })
  })
}

function residentBytes(pid: number): number {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}
