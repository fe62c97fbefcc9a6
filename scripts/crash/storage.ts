import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import { openDatabase } from '../../app/db/engine/open.server'
import { WrongArgument } from '../command'
import { POSTGRES_DATA } from '../probe/temporary-folder'
import { freePort } from '../probe/server-process'
import { readSnapshot, type Snapshot } from './snapshot'

/** The storage whose data are being broken. */
export type Storage = {
  databaseUrl: string | undefined
  /** The data right after a kill, before anything else opens them. */
  read: () => Promise<Snapshot>
  /** Stops the database server without a checkpoint and starts it again; absent when there is none. */
  breakDatabase?: () => Promise<void>
  remove: () => Promise<void>
}

const silent = pino({ level: 'silent' })

async function readFrom(at: { databaseUrl?: string; dataDir: string }): Promise<Snapshot> {
  const database = await openDatabase(at, silent)
  try {
    return await readSnapshot(database.db)
  } finally {
    await database.close()
  }
}

/** The embedded database. Reads a copy, so that the server itself recovers what the kill left. */
export function embedded(dataDir: string): Storage {
  const copy = path.join(dataDir, 'copy')
  return {
    databaseUrl: undefined,
    read: async () => {
      fs.rmSync(copy, { recursive: true, force: true })
      fs.cpSync(path.join(dataDir, 'db'), path.join(copy, 'db'), { recursive: true })
      return readFrom({ dataDir: copy })
    },
    remove: async () => {},
  }
}

/** Our own PostgreSQL in a temporary folder, with default settings; root runs it as `postgres`. */
export async function postgres(dataDir: string): Promise<Storage> {
  const folder = path.join(dataDir, path.dirname(POSTGRES_DATA))
  const programs = findPrograms()
  const port = await freePort()
  const isRoot = process.getuid?.() === 0
  const run = async (program: string, args: string[]) => {
    const [command, ...rest] = [
      ...(isRoot ? ['runuser', '-u', 'postgres', '--'] : []),
      path.join(programs, program),
      ...args,
    ]
    const child = spawn(command ?? program, rest, { stdio: 'ignore', cwd: folder })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${program} ended with ${code}; see ${folder}/log`)
  }
  const start = () => {
    const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`
    return run('pg_ctl', ['-D', `${folder}/data`, '-l', `${folder}/log`, '-o', options, '-w', 'start'])
  }
  const stop = () => run('pg_ctl', ['-D', `${folder}/data`, '-m', 'immediate', '-w', 'stop'])

  fs.mkdirSync(folder, { recursive: true })
  if (isRoot) {
    fs.chmodSync(dataDir, 0o711)
    execFileSync('chown', ['postgres', folder])
  }
  await run('initdb', ['-D', `${folder}/data`, '-A', 'trust', '-U', 'postgres', '--locale=C.UTF-8'])
  await start()
  const databaseUrl = `postgres://postgres@127.0.0.1:${port}/postgres`
  return {
    databaseUrl,
    read: () => readFrom({ databaseUrl, dataDir }),
    breakDatabase: async () => {
      await stop()
      await start()
    },
    remove: stop,
  }
}

function findPrograms(): string {
  const versions = fs.existsSync('/usr/lib/postgresql') ? fs.readdirSync('/usr/lib/postgresql') : []
  const folders = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...versions.sort((a, b) => Number(b) - Number(a)).map((version) => `/usr/lib/postgresql/${version}/bin`),
  ]
  const found = folders.find((folder) => folder !== '' && fs.existsSync(path.join(folder, 'pg_ctl')))
  if (!found) throw new WrongArgument('No PostgreSQL programs (initdb, pg_ctl) were found; use --storage embedded')
  return found
}
