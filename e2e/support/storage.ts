import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { databaseUrl, onServer } from '../../tests/support/postgres'

const PREPARED = 'prepared'
/** Journeys walk on the embedded database unless this names a PostgreSQL server. */
const serverUrl = process.env.E2E_DATABASE_URL
const root = () => process.env.E2E_ROOT ?? ''
const databaseOf = (dataDir: string) => `${path.basename(root())}_${path.basename(dataDir)}`.replaceAll(/\W/g, '_')

/** What tells a console where its data are. */
export function storageVariables(dataDir: string) {
  return { DATA_DIR: dataDir, ...(serverUrl && { DATABASE_URL: databaseUrl(serverUrl, databaseOf(dataDir)) }) }
}

/** A folder for the whole run, which workers find through the environment, and in it one for the data to copy. */
export async function makePrepared(): Promise<string> {
  process.env.E2E_ROOT = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse_e2e_'))
  const prepared = path.join(root(), PREPARED)
  fs.mkdirSync(prepared)
  if (serverUrl) await onServer(serverUrl, [`CREATE DATABASE "${databaseOf(prepared)}"`])
  return prepared
}

export async function copyPrepared(name: string): Promise<string> {
  const prepared = path.join(root(), PREPARED)
  const copy = fs.mkdtempSync(path.join(root(), `${name}-`))
  fs.cpSync(prepared, copy, { recursive: true, mode: fs.constants.COPYFILE_FICLONE })
  if (serverUrl) await onServer(serverUrl, [`CREATE DATABASE "${databaseOf(copy)}" TEMPLATE "${databaseOf(prepared)}"`])
  return copy
}

export async function dropCopy(copy: string): Promise<void> {
  if (serverUrl) await onServer(serverUrl, [`DROP DATABASE IF EXISTS "${databaseOf(copy)}" WITH (FORCE)`])
  fs.rmSync(copy, { recursive: true, force: true })
}

export async function dropPrepared(): Promise<void> {
  await dropCopy(path.join(root(), PREPARED))
  fs.rmSync(root(), { recursive: true, force: true })
}
