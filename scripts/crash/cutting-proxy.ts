import net from 'node:net'
import { frontendMessages, sqlOf } from './postgres-protocol'

/**
 * A proxy to a PostgreSQL server that can lose the answer to a COMMIT (the database has it, the console never hears), or act while a
 * client's transaction is open.
 */
export type CuttingProxy = {
  /** The database's address through this proxy. */
  databaseUrl: string
  /**
   * Cuts one connection after the server has answered a COMMIT, and drops that answer; resolves when it happened. With a pattern:
   * for the first transaction with a matching statement.
   */
  loseCommit: (pattern?: RegExp) => Promise<void>
  /**
   * Calls `act` when the server has run a matching statement and before its answer is passed on, so that the transaction around it
   * is still open; resolves when it happened.
   */
  whileOpen: (pattern: RegExp, act: () => void) => Promise<void>
  /** Cuts every connection; a cut proxy refuses new ones until it is mended. */
  cut: () => void
  /** Passes nothing on over existing connections, in either direction, until `thaw`: as if the server hung. */
  freeze: () => void
  thaw: () => void
  /** The number of refused connections. */
  refused: () => number
  mend: () => void
  close: () => Promise<void>
}

type Wish = { pattern: RegExp; done: () => void }
type Wishes = { commits: Wish[]; statements: Wish[] }

const ERROR = 'E'.charCodeAt(0)

/** Opens the proxy on a free port. It does not support TLS: only for a server on this machine. */
export async function cuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl)
  const wishes: Wishes = { commits: [], statements: [] }
  const sockets = new Set<net.Socket>()
  let isCut = false
  let refused = 0
  const server = net.createServer((client) => {
    if (isCut) {
      refused += 1
      return void client.resetAndDestroy()
    }
    const database = net.connect(Number(target.port || 5432), target.hostname)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        database.destroy()
      })
    }
    pass(client, database, wishes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  const through = new URL(databaseUrl)
  through.hostname = '127.0.0.1'
  through.port = String(address.port)
  return {
    databaseUrl: through.href,
    loseCommit: (pattern = /^/) => new Promise((done) => void wishes.commits.push({ pattern, done })),
    whileOpen: (pattern, act) =>
      new Promise((resolve) => {
        const done = () => {
          act()
          resolve()
        }
        wishes.statements.push({ pattern, done })
      }),
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.resetAndDestroy()
    },
    freeze: () => sockets.forEach((socket) => socket.pause()),
    thaw: () => sockets.forEach((socket) => socket.resume()),
    refused: () => refused,
    mend: () => void (isCut = false),
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function pass(client: net.Socket, database: net.Socket, wishes: Wishes): void {
  const readMessages = frontendMessages()
  let statements: string[] = []
  let doomed: Wish | null = null
  let awaited: Wish | null = null
  client.on('data', (bytes) => {
    for (const message of readMessages(bytes)) {
      const statement = sqlOf(message)
      if (statement === null) continue
      if (/^\s*begin/i.test(statement)) statements = []
      if (/^\s*commit/i.test(statement)) doomed ??= takeWish(wishes.commits, statements)
      awaited ??= takeWish(wishes.statements, [statement])
      statements.push(statement)
    }
    database.write(bytes)
  })
  database.on('data', (bytes) => {
    if (awaited) {
      if (bytes[0] === ERROR) wishes.statements.push(awaited)
      else awaited.done()
      awaited = null
    }
    if (!doomed) return void client.write(bytes)
    client.resetAndDestroy()
    doomed.done()
    doomed = null
  })
}

function takeWish(wishes: Wish[], statements: readonly string[]): Wish | null {
  const at = wishes.findIndex(({ pattern }) => statements.some((statement) => pattern.test(statement)))
  return wishes.splice(at, at < 0 ? 0 : 1)[0] ?? null
}
