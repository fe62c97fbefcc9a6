import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import pg from 'pg'
import { renderToString } from 'react-dom/server'
import { byElements, byTemplate, type PagePieces } from './same-page'
import type { Statement } from './statements'

/** A list that the raw server draws: the console's own page, the statements that the console sent for it, the name's column. */
export type RawList = { pieces: PagePieces; statements: Statement[]; nameAt: number }
export type RawWork = Record<string, RawList>

type Run = (statement: Statement) => Promise<unknown[][]>

/** The minimum that could serve these lists: the same statements sent at the same time, and the same page by template or by React. */
async function serveRaw({ DATABASE_URL, DATA_DIR = '', PORT }: NodeJS.ProcessEnv): Promise<void> {
  const work: RawWork = JSON.parse(fs.readFileSync(path.join(DATA_DIR, 'raw.json'), 'utf8'))
  const run = DATABASE_URL ? onPostgres(DATABASE_URL) : await onEmbedded(DATA_DIR)
  const draw: Record<string, () => Promise<string>> = { '/readyz': async () => 'ready' }
  for (const [list, { pieces, statements, nameAt }] of Object.entries(work)) {
    const elements = byElements(pieces)
    const rows = async () => {
      const answers = await Promise.all(statements.map(run))
      const page = answers.at(-1) ?? []
      return page.map((row) => ({ id: String(row[0]), name: String(row[nameAt]) }))
    }
    draw[`/${list}/template`] = async () => byTemplate(pieces, await rows())
    draw[`/${list}/react`] = async () => renderToString(elements(await rows()))
  }
  const server = http.createServer((request, response) => {
    const answer = draw[request.url ?? '']
    if (!answer) return void response.writeHead(404).end()
    answer().then(
      (html) => response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  server.listen(Number(PORT), '127.0.0.1')
  await new Promise(() => {})
}

function onPostgres(url: string): Run {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  return async ({ sql, params }) => (await pool.query({ text: sql, values: params, rowMode: 'array' })).rows
}

async function onEmbedded(dataDir: string): Promise<Run> {
  const { PGlite } = await import('@electric-sql/pglite')
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm')
  const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB']
  const database = await PGlite.create({ dataDir: path.join(dataDir, 'db'), extensions: { pg_trgm }, startParams })
  return async ({ sql, params }) => (await database.query<unknown[]>(sql, params, { rowMode: 'array' })).rows
}

await serveRaw(process.env)
